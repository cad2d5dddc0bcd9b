/**
 * Benchmark of the Explore screen: thirty questions of a central user, compared with plain SQL that computes the same
 * groups.
 */
import type { Bench } from "../bench.ts";
import { succeed } from "../client.ts";
import { inTurn, type Measured, median, toMeasured } from "../measure.ts";
import { benchQuestions } from "./questions.ts";

const mostRuns = 5;
/**
 * Time limits in milliseconds for the median and for the slowest question. At scale 10, only the slowest question has a
 * limit.
 */
const limits = (scale: number) => (scale === 1 ? { median: 400, slowest: 3000 } : { slowest: 20_000 });

export async function exploreCases({
  database,
  origin,
  token,
  runs,
  scale,
  detail,
}: Bench): Promise<Measured[]> {
  const access = await token("central");
  const times: { product: number; plain: number }[] = [];
  for (const { question, sql } of benchQuestions) {
    const product = () => succeed(origin, "/api/explore", question, access).then(() => null);
    const plain = () => database.sql.unsafe(sql).then(() => null);
    const name = `${question.record} by ${[...question.rows, ...(question.columns ?? [])].join(", ")}`;
    const taken = await inTurn(name, Math.min(runs, mostRuns), product, plain);
    const both = { product: median(taken.one), plain: median(taken.other) };
    detail(`explore: ${name}: ${both.product.toFixed(0)} ms, plain SQL ${both.plain.toFixed(0)} ms`);
    times.push(both);
  }
  const [product, plain] = [times.map((one) => one.product), times.map((one) => one.plain)];
  const limit = limits(scale);
  const within = (name: string, time: number, most: number | undefined): Measured => ({
    name,
    product: time,
    plain: null,
    ratio: null,
    goal: most === undefined ? "none at this scale" : `at most ${most} ms`,
    kept: most === undefined || time <= most,
  });
  return [
    toMeasured("30 questions, all together", 3, sum(product), sum(plain)),
    within("30 questions, the median", median(product), limit.median),
    within("30 questions, the slowest", Math.max(...product), limit.slowest),
  ];
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
