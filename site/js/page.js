// On every page: keep it for the time without a network, and offer a newer version once it is here.
const said = document.getElementById("offline");
document.querySelector(".unserved").remove(); // it says that no script has started

async function keep() {
  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  try {
    const kept = await navigator.serviceWorker.register(new URL("../offline.js", import.meta.url));
    await navigator.serviceWorker.ready;
    said.textContent = "Kept for offline use.";
    watch(kept);
  } catch {
    said.textContent = "This browser does not keep pages for offline use.";
  }
}

/** A newer version waits until no page of the old one is open, or until the reader asks for it. */
function watch(kept) {
  const look = () => kept.waiting && navigator.serviceWorker.controller && offer(kept.waiting);
  look();
  kept.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", look));
}

function offer(waiting) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Use the newer version";
  button.addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    waiting.postMessage("now");
  });
  said.replaceChildren("There is a newer version of these pages. ", button);
}

if (document.readyState === "complete") keep();
else window.addEventListener("load", keep); // after what the page itself needs
