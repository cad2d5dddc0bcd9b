/** Times two ways of doing the same work in turn, and checks that they give the same answer. */

/** One line of the result: milliseconds of the product and of plain SQL, and what was aimed at. */
export interface Measured {
  name: string;
  /** Median milliseconds through the product and as plain SQL. */
  product: number;
  plain: number | null;
  /** The product over plain SQL; of loads the 95th percentile over the median. */
  ratio: number | null;
  /** What it should stay under, in words and as a judgement. */
  goal: string;
  kept: boolean;
}

export const quantile = (times: readonly number[], q: number): number => {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * q)] ?? 0;
};

export const median = (times: readonly number[]): number => quantile(times, 0.5);

/** What the work itself costs: everything else that a machine does only adds to a run. */
export const cost = (times: readonly number[]): number => quantile(times, 0.1);

export async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const started = performance.now();
  const answer = await work();
  return [performance.now() - started, answer];
}

const warmUps = 3;

/** Runs both in turn (A B A B …) after a few uncounted rounds. @throws when their answers differ. */
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
        `${name}: the product answers ${JSON.stringify(oneAnswer)}, plain SQL ${JSON.stringify(otherAnswer)}`,
      );
    }
    if (run >= 0) {
      times.one.push(oneTime);
      times.other.push(otherTime);
    }
  }
  return times;
}

/** The product beside other work, whose answers are not the same; it should stay within `most` times of it. */
export const beside = (
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

/** The product beside plain SQL, which should stay within `most` times of it. */
export async function compare<T>(
  name: string,
  runs: number,
  most: number,
  product: () => Promise<T>,
  plain: () => Promise<T>,
): Promise<Measured> {
  const times = await inTurn(name, runs, product, plain);
  return within(name, most, median(times.one), median(times.other));
}

/** What both took, and whether the product stayed within `most` times of the other. */
export function within(name: string, most: number, product: number, plain: number): Measured {
  const ratio = product / plain;
  return { name, product, plain, ratio, goal: `at most ${most} times`, kept: ratio <= most };
}

/** The quickest of some runs, each of which times both itself. */
export async function quickest(
  name: string,
  most: number,
  runs: number,
  both: () => Promise<{ product: number; plain: number }>,
): Promise<Measured> {
  const times: { product: number; plain: number }[] = [];
  for (let run = 0; run < runs; run++) times.push(await both());
  const least = (one: "product" | "plain") => Math.min(...times.map((time) => time[one]));
  return within(name, most, least("product"), least("plain"));
}
