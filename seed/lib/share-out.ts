/** Splits a whole number by weights. */

/**
 * Returns whole shares in the order of the weights. They add up to the total exactly. All are 0 if all weights are 0.
 */
export function shareOut(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let before = 0;
  return weights.map((weight) => {
    const from = sum === 0 ? 0 : Math.round((total * before) / sum);
    before += weight;
    return sum === 0 ? 0 : Math.round((total * before) / sum) - from;
  });
}
