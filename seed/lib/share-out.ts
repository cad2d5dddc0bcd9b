/**
 * Splits `total` into whole numbers in proportion to the weights, in the same order. The sum of the numbers is exactly
 * `total`, or 0 if all weights are 0.
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
