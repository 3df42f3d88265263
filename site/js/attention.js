// Attention on plain lists of numbers: what the explorer shows. The tests compare each function with the course's own.

/** Weights above 0 that add up to 1; a score of -Infinity gets 0. softmax([2, 1, 0]) is [0.665, 0.245, 0.090]. */
export function softmax(scores, temperature = 1) {
  const scaled = scores.map((score) => score / temperature);
  const top = Math.max(...scaled);
  const powers = scaled.map((score) => Math.exp(score - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** The product of two matrices, each a list of rows. */
export function matmul(left, right) {
  return left.map((row) => right[0].map((_, column) => row.reduce((sum, x, k) => sum + x * right[k][column], 0)));
}

export function transposed(matrix) {
  return matrix[0].map((_, column) => matrix.map((row) => row[column]));
}

/** true where the query (row) may look at the key (column): at itself, and at what came before. */
export function causalMask(length) {
  return Array.from({ length }, (_, query) => Array.from({ length }, (_, key) => key <= query));
}

/** softmax(Q Kᵀ / √d) V, and the weights; without `scaled` the division is left out. */
export function attention(queries, keys, values, { mask = null, scaled = true } = {}) {
  const scale = scaled ? Math.sqrt(keys[0].length) : 1;
  const scores = matmul(queries, transposed(keys)).map((row) => row.map((score) => score / scale));
  const seen = scores.map((row, query) => row.map((score, key) => (!mask || mask[query][key] ? score : -Infinity)));
  const weights = seen.map((row) => softmax(row));
  return { output: matmul(weights, values), weights };
}

/** Attention of a sequence to itself: three views of one x. */
export function selfAttention(x, { query, key, value }, options) {
  return attention(matmul(x, query), matmul(x, key), matmul(x, value), options);
}

/** The largest weight of each row, and their mean over the rows: 1 where every row looks at one place only. */
export function saturation(weights) {
  return mean(weights.map((row) => Math.max(...row)));
}

/** A stamp for each place: column 2i is sin(place / 10000^(2i / width)), column 2i + 1 the cosine of the same angle. */
export function sinusoidalPositions(length, width) {
  const angle = (place, column) => place / 10000 ** ((column - (column % 2)) / width);
  return Array.from({ length }, (_, place) =>
    Array.from({ length: width }, (_, column) => (column % 2 ? Math.cos : Math.sin)(angle(place, column))),
  );
}

/** The mean of the rows. */
export function pooled(rows) {
  return transposed(rows).map(mean);
}

export function mean(numbers) {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}
