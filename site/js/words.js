// Cards to turn: the word on one side, its meaning on the other.
const list = document.querySelector(".cards");
const turnAll = document.getElementById("turn-all");
const otherSide = document.getElementById("other-side");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let meaningFirst = false;

function show(card, turned) {
  card.querySelector("button").setAttribute("aria-pressed", String(turned));
  card.querySelector(".term").hidden = turned !== meaningFirst;
  card.querySelector(".meaning").hidden = turned === meaningFirst;
}

function turn(card) {
  const turned = card.querySelector("button").getAttribute("aria-pressed") !== "true";
  if (calm.matches) return show(card, turned);
  card.classList.add("turning");
  setTimeout(() => {
    show(card, turned);
    card.classList.remove("turning");
  }, 120);
}

function pressed(button) {
  const now = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(now));
  return now;
}

for (const card of list.children) {
  show(card, false);
  card.querySelector("button").addEventListener("click", () => turn(card));
}
turnAll.addEventListener("click", () => {
  const now = pressed(turnAll);
  for (const card of list.children) show(card, now);
});
otherSide.addEventListener("click", () => {
  meaningFirst = pressed(otherSide);
  for (const card of list.children) show(card, false);
  turnAll.setAttribute("aria-pressed", "false");
});
document.getElementById("shuffle").addEventListener("click", () => {
  const cards = [...list.children];
  for (let left = cards.length; left > 1; left -= 1) list.append(cards.splice(Math.floor(Math.random() * left), 1)[0]);
  list.append(...cards);
  document.getElementById("words-said").textContent = "The cards are in a new order.";
});
