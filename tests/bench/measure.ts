/**
 * Measures how long the product takes, for example to answer an API request, and compares this with other work, usually
 * plain SQL. `inTurn` runs the product and the other work alternately, and checks that their results are equal.
 */

/** One row of the results: the times of the product and of plain SQL, and the goal. */
export interface Measured {
  name: string;
  /** Median time of the product, in milliseconds. */
  product: number;
  /** Median time of the compared work, usually plain SQL, in milliseconds. */
  plain: number | null;
  /** Time of the product divided by the time of plain SQL. Under load: 95th percentile divided by the median. */
  ratio: number | null;
  /** The goal in words, for example "at most 3 times". */
  goal: string;
  /** True if the goal is met. */
  kept: boolean;
}

export const quantile = (times: readonly number[], q: number): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * q)] ?? 0;
};

export const median = (times: readonly number[]): number => quantile(times, 0.5);

/** Returns the 10th percentile of the times. Other load only adds time, so low times show the real cost best. */
export const cost = (times: readonly number[]): number => quantile(times, 0.1);

export async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const started = performance.now();
  const answer = await work();
  return [performance.now() - started, answer];
}

const warmUps = 3;

/**
 * Runs `one` and `other` alternately (A B A B …), after three warm-up rounds.
 * @throws if their results differ.
 */
export async function inTurn<T>(
  name: string,
  runs: number,
  one: () => Promise<T>,
  other: () => Promise<T>,
): Promise<{ one: number[]; other: number[] }> {
  const times: { one: number[]; other: number[] } = { one: [], other: [] };
  for (let run = -warmUps; run < runs; run++) {
    const [oneTime, oneAnswer] = await timed(one);
    const [otherTime, otherAnswer] = await timed(other);
    if (JSON.stringify(oneAnswer) !== JSON.stringify(otherAnswer)) {
      throw new Error(
        `${name}: the product returns ${JSON.stringify(oneAnswer)}, plain SQL ${JSON.stringify(otherAnswer)}`,
      );
    }
    if (run >= 0) {
      times.one.push(oneTime);
      times.other.push(otherTime);
    }
  }
  return times;
}

/**
 * Compares the product's time with that of a baseline task. The results are not compared, because they differ. The
 * product may take at most `most` times as long.
 */
export const compareDurations = (
  name: string,
  runs: number,
  most: number,
  product: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<Measured> =>
  compare(
    name,
    runs,
    most,
    () => product().then(() => null),
    () => other().then(() => null),
  );

/**
 * Compares the product with plain SQL that returns the same result. The product may take at most `most` times as
 * long.
 */
export async function compare<T>(
  name: string,
  runs: number,
  most: number,
  product: () => Promise<T>,
  plain: () => Promise<T>,
): Promise<Measured> {
  const times = await inTurn(name, runs, product, plain);
  return toMeasured(name, most, median(times.one), median(times.other));
}

/**
 * Builds a row of the results from the times of the product and of plain SQL. The goal is met if the product takes at
 * most `most` times as long as plain SQL.
 */
export function toMeasured(name: string, most: number, product: number, plain: number): Measured {
  const ratio = product / plain;
  return { name, product, plain, ratio, goal: `at most ${most} times`, kept: ratio <= most };
}

/**
 * Compares the shortest time of the product with the shortest time of the other work.
 * @param runs Number of calls of `both`.
 * @param both Runs the product once and the other work once, and returns both durations.
 */
export async function compareShortest(
  name: string,
  most: number,
  runs: number,
  both: () => Promise<{ product: number; plain: number }>,
): Promise<Measured> {
  const times: { product: number; plain: number }[] = [];
  for (let run = 0; run < runs; run++) times.push(await both());
  const least = (one: "product" | "plain") => Math.min(...times.map((time) => time[one]));
  return toMeasured(name, most, least("product"), least("plain"));
}
