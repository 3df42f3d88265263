// "login failed again" with and without the scale, and the two texts of the same words.
import { causalMask, pooled, saturation, selfAttention, sinusoidalPositions } from "./attention.js";
import { TEXTS, TOKENS, tokensOf, wordsOf } from "./drawn.js";
import { showValue } from "./slider.js";
import { saturated, told } from "./wording.js";

const byId = (id) => document.getElementById(id);

function element(tag, text = "", attributes = {}) {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** The weights at that depth, scaled or not, behind the mask or not. */
export function weightsAt(depth, scaled, masked) {
  const { x, views } = tokensOf(depth);
  return selfAttention(x, views, { scaled, mask: masked ? causalMask(x.length) : null }).weights;
}

/** The mean of the outputs of both texts, with stamps of the place or without. */
export function meansOf(stamped) {
  return TEXTS.map((text) => {
    const { x, views } = wordsOf(text);
    const places = sinusoidalPositions(x.length, x[0].length);
    const seen = stamped ? x.map((row, place) => row.map((number, column) => number + places[place][column])) : x;
    return pooled(selfAttention(seen, views).output);
  });
}

function cell(weight, hidden) {
  if (hidden) return element("td", "hidden", { class: "gone" });
  const made = element("td", weight.toFixed(2));
  made.style.setProperty("--weight", weight.toFixed(3));
  return made;
}

function table(title, weights, masked) {
  const made = element("table");
  const head = element("tr");
  head.append(element("td"), ...TOKENS.map((token) => element("th", token, { scope: "col" })));
  const body = element("tbody");
  weights.forEach((row, query) => {
    const line = element("tr");
    line.append(
      element("th", TOKENS[query], { scope: "row" }),
      ...row.map((weight, key) => cell(weight, masked && key > query)),
    );
    body.append(line);
  });
  const top = element("thead");
  top.append(head);
  made.append(element("caption", title), top, body);
  return made;
}

function drawMaps() {
  const depth = 2 ** Number(byId("depth").value);
  const masked = byId("mask").checked;
  showValue(byId("depth"), depth);
  byId("depth").setAttribute("aria-valuetext", `d = ${depth}`);
  const [sharp, flat] = [false, true].map((scaled) => weightsAt(depth, scaled, masked));
  byId("maps").replaceChildren(
    table("Unscaled: softmax(QKᵀ)", sharp, masked),
    table(`Scaled: softmax(QKᵀ / √${depth})`, flat, masked),
  );
  byId("maps-meaning").textContent = saturated(depth, saturation(flat), saturation(sharp), masked);
}

function drawOrder() {
  const stamped = byId("positions").checked;
  const means = meansOf(stamped);
  const rows = means.map((numbers, at) => {
    const row = element("tr");
    row.append(
      element("th", TEXTS[at].join(" "), { scope: "row" }),
      ...numbers.map((number) => element("td", number.toFixed(3))),
    );
    return row;
  });
  const head = element("tr");
  head.append(
    element("th", "text", { scope: "col" }),
    ...means[0].map((_, at) => element("th", `mean ${at + 1}`, { scope: "col", class: "number" })),
  );
  byId("order").replaceChildren(element("caption", stamped ? "With positions" : "Without positions"), head, ...rows);
  byId("order-meaning").textContent = told(
    Math.max(...means[0].map((number, at) => Math.abs(number - means[1][at]))),
    stamped,
  );
}

if (globalThis.document) {
  for (const id of ["depth", "mask"]) byId(id).addEventListener("input", drawMaps);
  byId("positions").addEventListener("input", drawOrder);
  drawMaps();
  drawOrder();
}
