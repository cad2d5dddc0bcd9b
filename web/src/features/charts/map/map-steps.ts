/** Colour steps of a map, each with about the same number of places. Places with zero have their own step. */

/**
 * Returns the lowest value of each step, in ascending order. Each step contains about the same number of values above
 * zero (quantiles). Returns fewer steps if there are few distinct values.
 */
export function thresholdsOf(values: readonly number[], steps: number): number[] {
  const some = values.filter((value) => value > 0).sort((a, b) => a - b);
  const least = Array.from(
    { length: steps },
    (_, step) => some[Math.floor((step * some.length) / steps)] ?? 0,
  );
  return [...new Set(least)].filter((value) => value > 0);
}

/** Returns the index of a value's colour step: 0 for zero, 1 or more for greater values. */
export const stepOf = (value: number, thresholds: readonly number[]): number =>
  thresholds.filter((threshold) => value >= threshold).length;
