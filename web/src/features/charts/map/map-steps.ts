/** Colour steps of a map. Each step contains about the same number of places; places with zero have their own step. */

/**
 * Returns the lowest value of each step, in ascending order. The steps divide the values above zero into groups of
 * about the same size (quantiles). Returns fewer steps if there are fewer distinct values.
 */
export function thresholdsOf(values: readonly number[], steps: number): number[] {
  const some = values.filter((value) => value > 0).sort((a, b) => a - b);
  const least = Array.from(
    { length: steps },
    (_, step) => some[Math.floor((step * some.length) / steps)] ?? 0,
  );
  return [...new Set(least)].filter((value) => value > 0);
}

/** Returns the index of the colour step that contains the value: 0 for the value zero, 1 or more for greater values. */
export const stepOf = (value: number, thresholds: readonly number[]): number =>
  thresholds.filter((threshold) => value >= threshold).length;
