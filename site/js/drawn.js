// The random numbers behind the heatmaps: drawn once from a seed, so that everybody sees the same picture.

export const TOKENS = ["login", "failed", "again"];
export const TEXTS = [
  ["the", "movie", "was", "not", "good"],
  ["the", "movie", "was", "good", "not"],
];
export const DEEPEST = 64;
const SEED = 11;
const WIDTH = 4;

/** Numbers with mean 0 and variance 1, one after another (a 32-bit generator, then Box and Muller). */
export function* normals(seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 1) / 4294967297;
  };
  for (;;) yield Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

function matrix(numbers, rows, columns) {
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => numbers.next().value));
}

function corner(whole, rows, columns, by = 1) {
  return whole.slice(0, rows).map((row) => row.slice(0, columns).map((x) => x / by));
}

const numbers = normals(SEED);
const whole = { x: matrix(numbers, TOKENS.length, DEEPEST) };
for (const view of ["query", "key", "value"]) whole[view] = matrix(numbers, DEEPEST, DEEPEST);

/** Three token vectors of that depth, and three matrices that keep the numbers in Q, K and V about 1 at every depth. */
export function tokensOf(depth) {
  const views = ["query", "key", "value"].map((view) => [view, corner(whole[view], depth, depth, Math.sqrt(depth))]);
  return { x: corner(whole.x, TOKENS.length, depth), views: Object.fromEntries(views) };
}

const chance = normals(7);
const words = Object.fromEntries(TEXTS[0].map((word) => [word, matrix(chance, 1, WIDTH)[0]]));
const wordViews = Object.fromEntries(["query", "key", "value"].map((view) => [view, matrix(chance, WIDTH, WIDTH)]));

/** The word vectors of a text, without any sign of their order, and the matrices. */
export function wordsOf(text) {
  return { x: text.map((word) => words[word]), views: wordViews };
}
