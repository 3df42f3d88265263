// Keeps the site for the time without a network. The builder fills in what belongs to this version.
const FILES = {{files}};
const home = new URL("./", self.location);
const ours = `attention-workbook ${home.pathname} `; // several copies may live on one host
const VERSION = `${ours}{{version}}`;
const PYTHON = `${ours}python {{python}}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOlder().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  if (event.data === "now") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === home.origin && url.pathname.startsWith(home.pathname)) {
    event.respondWith(answer(event.request, url));
  }
});

async function forgetOlder() {
  const mine = (name) => name.startsWith(ours) && name !== VERSION && name !== PYTHON;
  await Promise.all((await caches.keys()).filter(mine).map((name) => caches.delete(name)));
}

/** From the cache, else from the network; the large files of Python are kept once they have been asked for. */
async function answer(request, url) {
  url.search = "";
  if (url.pathname === home.pathname) url.pathname += "index.html";
  const kept = (await match(VERSION, url)) ?? (await match(PYTHON, url));
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok && url.pathname.startsWith(`${home.pathname}pyodide/`)) {
    const cache = await caches.open(PYTHON);
    await cache.put(url, fresh.clone()).catch(() => {}); // no room: it is fetched again next time
  }
  return fresh;
}

async function match(name, url) {
  return (await caches.open(name)).match(url);
}
