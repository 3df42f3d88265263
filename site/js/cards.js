// What a learner has answered, and when each question comes back: the rules and the file of the terminal's quiz.

export const SCHEMA = "quiz-progress/v1";
export const WAITS = [0, 1, 3, 7, 21]; // days that a question rests in each of the five boxes
const NEW = 1.5; // where a question that was never answered stands among the boxes
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Today where the learner is, as 2026-03-01. */
export function today(now = new Date()) {
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The card after one more answer: one box up if it was right and due, back to the first if it was not right. */
export function after(card, right, day) {
  const { box, tries, right: before } = card ?? { box: 1, tries: 0, right: 0 };
  if (right && !isDue(card, day)) return { ...card, tries: tries + 1, right: before + 1 };
  return {
    box: right ? Math.min(box + 1, WAITS.length) : 1,
    last: day,
    tries: tries + 1,
    right: before + Number(right),
  };
}

export function dueOn({ box, last }) {
  const day = new Date(`${last}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + WAITS[box - 1]);
  return day.toISOString().slice(0, 10);
}

/** Whether to ask; a card from the future (a clock was set back) is due. */
export function isDue(card, day) {
  return !card || dueOn(card) <= day || card.last > day;
}

/** The keys that are due, what went wrong first; otherwise in the order given. */
export function due(keys, cards, day) {
  const box = (key) => cards[key]?.box ?? NEW;
  return keys.filter((key) => isDue(cards[key], day)).sort((one, other) => box(one) - box(other));
}

/** The day on which the next of these is due; "" where one is due today. */
export function nextDay(keys, cards, day) {
  if (due(keys, cards, day).length) return "";
  return keys.map((key) => dueOn(cards[key])).sort()[0] ?? "";
}

/** When a card comes back, in words. */
export function comesBack(card, day = today()) {
  const days = Math.round((Date.parse(dueOn(card)) - Date.parse(day)) / 86_400_000);
  if (!days) return "It comes back next time.";
  return `It comes back in ${days} ${days === 1 ? "day" : "days"}.`;
}

/** The cards in a progress file; throws an Error whose text says what is wrong with it. */
export function readCards(text) {
  let data;
  try {
    data = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new Error("it is not JSON");
  }
  if (data?.schema !== SCHEMA || typeof data.questions !== "object" || !data.questions)
    throw new Error(`it is not ${SCHEMA}`);
  return Object.fromEntries(Object.entries(data.questions).map(([key, card]) => [key, checked(card)]));
}

function checked(card) {
  const { box, last, tries, right } = card ?? {};
  const whole = [box, tries, right].every((each) => Number.isInteger(each) && each >= 0);
  if (!whole || box < 1 || box > WAITS.length || !DATE.test(last) || Number.isNaN(Date.parse(last)))
    throw new Error("a card in it cannot be read");
  return { box, last, tries, right };
}

/** The progress file, as the terminal writes it. */
export function writeCards(cards) {
  const ordered = Object.keys(cards)
    .sort()
    .map((key) => [key, (({ box, last, tries, right }) => ({ box, last, tries, right }))(cards[key])]);
  return `${JSON.stringify({ schema: SCHEMA, questions: Object.fromEntries(ordered) }, null, 1)}\n`;
}

/** Two learners' files are one: of each question the card that was answered last, then the one with more tries. */
export function merged(mine, theirs) {
  const newer = (one, other) => (one.last === other.last ? one.tries > other.tries : one.last > other.last);
  const all = { ...mine };
  for (const [key, card] of Object.entries(theirs)) if (!all[key] || newer(card, all[key])) all[key] = card;
  return all;
}
