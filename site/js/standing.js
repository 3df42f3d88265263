// How a learner stands with a week's questions, in one line: on the questions' page and on the first one.
import { due, today } from "./cards.js";

/** `standing(cards, keys)`: how many were answered, and how many of these are to be asked again today. */
export function standing(cards, keys) {
  const answered = keys.filter((key) => cards[key]);
  const again = due(answered, cards, today()).length;
  return `${answered.length} of ${keys.length} answered${again ? `, ${again} to repeat today` : ""}`;
}
