// The first page: beside each quiz, how far the learner is with it.
import { Progress } from "./progress.js";
import { standing } from "./standing.js";

const progress = new Progress(
  () => window.localStorage,
  () => {}, // the page of the questions says what is wrong with it
);

for (const door of document.querySelectorAll("[data-keys]")) {
  const keys = JSON.parse(door.dataset.keys);
  if (keys.some((key) => progress.cards[key])) door.lastElementChild.textContent = standing(progress.cards, keys);
}
