// What the explorer says: sentences from numbers, and nothing else.

const NAMES = {
  first: "the similarity to token 1",
  second: "the similarity to token 2",
  temperature: "the temperature",
};
const DIRECTIONS = { up: "go up", down: "go down", same: "stay the same" };
const WENT = { up: "It went up", down: "It went down", same: "It stayed the same" };

/** A weight as the page shows it. */
export function three(weight) {
  return weight.toFixed(3);
}

export function evidence({ first, second, temperature }, weights) {
  const [one, two] = weights.map(three);
  const scores = `The scores ${first.toFixed(1)} and ${second.toFixed(1)}, divided by the temperature ${temperature.toFixed(1)}`;
  return `${scores}, give the weights ${one} and ${two}.`;
}

/** How to read the two weights. */
export function meaning([one]) {
  const ahead = one >= 0.5 ? 1 : 2;
  const behind = 3 - ahead;
  const larger = Math.max(one, 1 - one);
  if (larger < 0.505) return "Both tokens count the same: the output is the plain mean of their values.";
  if (larger < 0.6) return `Nearly the plain mean, a little more of token ${ahead}.`;
  if (larger < 0.8) return `Token ${ahead} counts more, but token ${behind} is heard too.`;
  if (larger < 0.95) return `The output is mostly the value of token ${ahead}, with a touch of token ${behind}.`;
  return `Saturated: almost all of the output is token ${ahead}. Small changes of the scores hardly show, so there is little to learn from.`;
}

/** "up", "down" or "same": what became of a weight, as far as three decimals tell. */
export function direction(before, after) {
  if (three(before) === three(after)) return "same";
  return after > before ? "up" : "down";
}

/** What to say once a control has been moved; `guess` is a direction, or "" where none was said. */
export function outcome(guess, control, before, after) {
  const [from, to] = [before.weights[0], after.weights[0]];
  const went = direction(from, to);
  const moved = `You moved ${NAMES[control]} from ${before[control].toFixed(1)} to ${after[control].toFixed(1)}.`;
  const result = `${WENT[went]}${went === "same" ? ` at ${three(to)}` : `: ${three(from)} to ${three(to)}`}.`;
  const said = [moved, judged(guess, went), result, reason(control, before, after)].join(" ");
  return { went, right: guess === went, said };
}

function judged(guess, went) {
  if (!guess) return "You had not said a direction: say one before the next move, that is where the learning is.";
  const said = `You said the weight of token 1 would ${DIRECTIONS[guess]}`;
  return guess === went ? `${said}, and so it is.` : `${said}.`;
}

/** Why it went so. */
export function reason(control, before, after) {
  const gap = after.first - after.second;
  const higher = after[control] > before[control];
  if (after[control] === before[control]) return "The control is where it was, so everything is.";
  if (control === "temperature" && Math.abs(gap) < 1e-9) return "Equal scores share evenly at every temperature.";
  if (direction(before.weights[0], after.weights[0]) === "same")
    return "The softmax is saturated here: it hardly moves.";
  return control === "temperature" ? heated(gap > 0 ? "token 1" : "token 2", higher) : matched(control, higher);
}

function heated(leader, higher) {
  if (higher)
    return `A higher temperature brings the scores nearer to each other: the weights become flatter, and ${leader}, which leads, loses some.`;
  return `A lower temperature drives the scores apart: the weights become sharper, and ${leader}, which leads, gets more.`;
}

function matched(control, higher) {
  const [own, other] = control === "first" ? ["Token 1", "token 2"] : ["Token 2", "token 1"];
  const match = higher ? "matches better, so it gets more" : "matches worse, so it gets less";
  return `${own} ${match}; the weights add up to 1, so ${other} gets what is left.`;
}

/** What the two heatmaps say: `flat` with the scale, `sharp` without it (means of each row's largest weight). */
export function saturated(depth, flat, sharp, masked) {
  const start = `d = ${depth}: a row's largest weight is on average ${sharp.toFixed(2)} without the scale and ${flat.toFixed(2)} with it.`;
  const hidden = masked ? " The mask hides three cells: login sees itself only, and each row still adds up to 1." : "";
  if (sharp > 0.9)
    return `${start} Without √d nearly every row has put all its weight on one cell. Nothing looks broken: the sums are right.${hidden}`;
  if (sharp - flat > 0.15) return `${start} The left table is getting sharper; the right one stays soft.${hidden}`;
  return `${start} With short vectors the two are still alike.${hidden}`;
}

/** What the two texts' numbers say; `gap` is their largest difference. */
export function told(gap, stamped) {
  const far = `The two rows differ by at most ${gap.toFixed(3)}.`;
  return stamped
    ? `${far} The same word at another place is now another vector, so the order shows: “not good” and “good not” are two texts.`
    : `${far} Attention asks all positions at once and the mean forgets who answered: “not good” and “good not” fall together.`;
}
