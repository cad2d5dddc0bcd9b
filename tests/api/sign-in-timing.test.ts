/** Under load, the response time of a refused sign-in does not reveal whether the username exists. */
import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { makePerson, removePeopleAfterwards } from "./people-support.ts";
import { call, database } from "./support.ts";

removePeopleAfterwards();
afterAll(() => database`delete from private.sign_in_failures where username like 'timing-%'`);

const pairs = Number(process.env.PAIRS ?? 24);
const atOnce = 12;

/** Returns the milliseconds until the sign-in was refused; null if the server was too busy to check the password. */
async function refusedAfter(username: string): Promise<number | null> {
  const began = performance.now();
  const { status } = await call("POST", "/api/auth/login", {
    body: { username, password: "a wrong password" },
  });
  if (status === 503) return null;
  expect(status).toBe(401);
  return performance.now() - began;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Returns the share of pairs (one value from each list) in which the first value is larger; a tie counts half. Two
 * equal distributions give 0.5 (Mann-Whitney U statistic).
 */
const chanceOfLarger = (first: readonly number[], second: readonly number[]): number =>
  first.reduce((sum, a) => sum + second.reduce((part, b) => part + (a > b ? 1 : a === b ? 0.5 : 0), 0), 0) /
  (first.length * second.length);

it("The API responds to an unknown username as slowly as to a wrong password while many users sign in.", async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => makePerson({ rights: ["Read"] })));
  const names = (
    await database<{ username: string }[]>`
      select username from public.users where id = any (${`{${people.map(({ id }) => id).join(",")}}`}::text::uuid[])`
  ).map(({ username }) => username);
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round * atOnce < pairs * 2; round++) {
    // Known and unknown names alternate, so that both kinds of requests wait in the queue equally long.
    await Promise.all(
      Array.from({ length: atOnce }, async (_, n) => {
        const isKnown = (n + round) % 2 === 0;
        const name = isKnown ? (names[n % names.length] ?? "") : `timing-${randomUUID()}`;
        const time = await refusedAfter(name);
        if (time !== null) (isKnown ? known : unknown).push(time);
      }),
    );
    await database`delete from private.sign_in_failures`;
  }
  expect(Math.min(known.length, unknown.length)).toBeGreaterThan(pairs / 2);
  const chance = chanceOfLarger(known, unknown);
  console.info(
    `known ${median(known).toFixed()} ms, unknown ${median(unknown).toFixed()} ms, known slower with ${chance.toFixed(2)}`,
  );
  // If there is no real difference, one run of a thousand exceeds this limit by chance.
  const spread = 3.3 * Math.sqrt((known.length + unknown.length + 1) / (12 * known.length * unknown.length));
  expect(Math.abs(chance - 0.5)).toBeLessThan(spread);
}, 120_000);
