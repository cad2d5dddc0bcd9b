/** The steps of a map's colours: as many places in each as can be, none for those without any. */

/**
 * The least value of each step above "none", ascending and different: quantiles of the values above zero. Fewer than
 * asked where there are not as many different values.
 */
export function thresholdsOf(values: readonly number[], steps: number): number[] {
  const some = values.filter((value) => value > 0).sort((a, b) => a - b);
  const least = Array.from(
    { length: steps },
    (_, step) => some[Math.floor((step * some.length) / steps)] ?? 0,
  );
  return [...new Set(least)].filter((value) => value > 0);
}

/** 0 for none, else the step that the value reaches. */
export const stepOf = (value: number, thresholds: readonly number[]): number =>
  thresholds.filter((threshold) => value >= threshold).length;
