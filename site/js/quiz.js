// The questions of a week: one at a time or all, what is due first, and progress that can be taken along.
import { due, nextDay, today } from "./cards.js";
import { Progress } from "./progress.js";
import { Python } from "./python.js";
import { Question } from "./question.js";
import { standing } from "./standing.js";
import { points } from "./verdict.js";

const byId = (id) => document.getElementById(id);
const list = byId("questions");
const progress = new Progress(
  () => window.localStorage,
  (sentence) => (byId("notice").textContent = sentence),
);
const python = new Python();
const questions = [...list.children].map((article) => new Question(article, { python, progress, changed }));
const keys = questions.map(({ key }) => key);
let order = ordered();
let at = 0;

/** What is due first, then the rest, as the terminal asks. */
function ordered() {
  const first = due(keys, progress.cards, today());
  const all = [...first, ...keys.filter((key) => !first.includes(key))];
  return all.map((key) => questions.find((question) => question.key === key));
}

function changed() {
  byId("standing").textContent = [standing(progress.cards, keys), sum()].filter(Boolean).join(" · ");
  sayRest();
}

/** What the questions that can be decided have given since the page was opened. */
function sum() {
  const scores = questions.map(({ score }) => score).filter(Boolean);
  const total = (name) => scores.reduce((all, score) => all + score[name], 0);
  return scores.length ? `scored now: ${total("got")} of ${points(total("most"))}` : "";
}

/** Says so where nothing is due, and when something is again. */
function sayRest() {
  const next = nextDay(keys, progress.cards, today());
  byId("rest").textContent = next
    ? `Nothing is due today. The next one is due on ${next}; you can go through them all the same.`
    : "";
}

function show() {
  const one = document.querySelector("[name=mode]:checked").value === "one";
  list.dataset.mode = one ? "one" : "all";
  for (const question of questions) question.article.classList.toggle("current", question === order[at]);
  byId("place").textContent = `${at + 1} of ${order.length}`;
  byId("previous").disabled = at === 0;
  byId("next").disabled = at === order.length - 1;
}

function go(step) {
  at = Math.min(Math.max(at + step, 0), order.length - 1);
  show();
  const heading = order[at].article.querySelector("h2");
  heading.tabIndex = -1;
  heading.focus();
}

function anew() {
  order = ordered();
  at = 0;
  for (const question of questions) question.ask();
  changed();
  show();
}

function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([progress.text()], { type: "application/json" }));
  link.download = "quiz-progress.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  byId("kept").textContent =
    "Saved as quiz-progress.json. For the terminal, put it beside the Makefile as .quiz-progress.json.";
}

async function load(file) {
  try {
    const count = progress.load(await file.text());
    byId("kept").textContent =
      `Loaded: ${count} ${count === 1 ? "question" : "questions"}. Of what both knew, the later answer was kept.`;
    anew();
  } catch (error) {
    byId("kept").textContent = `${file.name} was not loaded: ${error.message}. Your progress is as it was.`;
  }
}

/** Asks once more on the button itself before anything is lost. */
function forget(button) {
  if (button.dataset.sure) {
    progress.forget();
    anew();
    byId("kept").textContent = "Everything is forgotten.";
  }
  button.textContent = button.dataset.sure ? "Forget everything" : "Really forget everything?";
  button.dataset.sure = button.dataset.sure ? "" : "yes";
}

for (const radio of document.querySelectorAll("[name=mode]")) radio.addEventListener("change", show);
byId("previous").addEventListener("click", () => go(-1));
byId("next").addEventListener("click", () => go(1));
byId("export").addEventListener("click", save);
byId("import").addEventListener("change", async (event) => {
  if (event.target.files[0]) await load(event.target.files[0]);
  event.target.value = "";
});
byId("forget").addEventListener("click", (event) => forget(event.currentTarget));
byId("forget").addEventListener("blur", (event) => {
  event.currentTarget.textContent = "Forget everything";
  event.currentTarget.dataset.sure = "";
});

const asked = questions.findIndex(({ article }) => article.id === decodeURIComponent(location.hash.slice(1)));
if (asked >= 0) at = order.indexOf(questions[asked]);
changed();
show();
