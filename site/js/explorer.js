// Two scores and a temperature: predict, move, read.
import { softmax } from "./attention.js";
import { showValue } from "./slider.js";
import { evidence, meaning, outcome, three } from "./wording.js";

const CONTROLS = ["first", "second", "temperature"];
const START = { first: 2, second: 1, temperature: 1 };
const byId = (id) => document.getElementById(id);

let move = null; // the move in hand: { control, before, guess }
const tally = { right: 0, said: 0 };
let last = state();

function state() {
  const values = Object.fromEntries(CONTROLS.map((name) => [name, Number(byId(name).value)]));
  return { ...values, weights: softmax([values.first, values.second], values.temperature) };
}

function show(now) {
  for (const name of CONTROLS) showValue(byId(name), now[name].toFixed(1));
  now.weights.forEach((weight, at) => {
    byId(`bar-${at + 1}`).style.width = `${100 * weight}%`;
    byId(`weight-${at + 1}`).textContent = three(weight);
  });
  byId("evidence").textContent = evidence(now, now.weights);
  const words = meaning(now.weights);
  if (byId("meaning").textContent !== words) byId("meaning").textContent = words; // else it would be read out again
}

function guessed() {
  return document.querySelector("[name=guess]:checked")?.value ?? "";
}

/** A move begins where the control was; it goes on while the same control moves and nothing new is predicted. */
function begin(control) {
  if (move?.control === control && !guessed()) return;
  move = { control, before: last, guess: guessed(), counted: false };
}

function report(now) {
  const { right, said } = outcome(move.guess, move.control, move.before, now);
  byId("outcome").replaceChildren(
    paragraph(move.guess ? (right ? "✓ As you said." : "✗ Not as you said.") : "· No prediction.", said),
  );
  if (!move.guess) return;
  if (!move.counted) tally.said += 1;
  tally.right += Number(right) - Number(move.right ?? false);
  Object.assign(move, { counted: true, right });
  byId("tally").textContent = `${tally.right} of ${tally.said} predictions came true`;
  for (const radio of document.querySelectorAll("[name=guess]")) radio.checked = false;
}

function paragraph(strong, text) {
  const made = document.createElement("p");
  const bold = document.createElement("b");
  bold.textContent = strong;
  made.append(bold, ` ${text}`);
  return made;
}

for (const name of CONTROLS) {
  byId(name).addEventListener("input", () => {
    begin(name);
    show(state());
  });
  byId(name).addEventListener("change", () => {
    const now = state();
    if (move?.control !== name) begin(name);
    report(now);
    last = now;
  });
}
byId("reset").addEventListener("click", () => {
  for (const name of CONTROLS) byId(name).value = START[name];
  move = null;
  last = state();
  show(last);
  byId("outcome").replaceChildren(paragraph("Back at the start.", "Say a direction, then move one control."));
});
for (const radio of document.querySelectorAll("[name=guess]")) radio.checked = false; // a reload may keep it
show(last);
