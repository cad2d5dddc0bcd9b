/** Tests how many database connections one user gets, and how long further transactions of the user wait. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  type ConnectionWait,
  connectionsOfOneUser,
  withinConnectionLimit,
} from "#shared/server/access/connection-limit.ts";
import { type RequestNotes, withNotes } from "#shared/server/observe/request.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubEnv("API_DB_POOL", "4");
  vi.stubEnv("API_DB_URL", "postgresql://api_gateway@127.0.0.1/postgres");
  vi.stubEnv("SUPABASE_URL", "http://127.0.0.1");
  vi.stubEnv("SUPABASE_ANON_KEY", "sb_publishable_test");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const usual: ConnectionWait = { pool: "primary", timeout: 10_000 };
let users = 0;
/** Returns a new user, and a function that starts a transaction of the user. Transactions run until `end` is called. */
function startUser() {
  const userId = `user ${++users}`;
  const ends: (() => void)[] = [];
  const states: string[] = [];
  const start = (wait = usual) => {
    const place = states.push("waiting") - 1;
    const work = () =>
      new Promise<void>((resolve) => {
        states[place] = "running";
        ends.push(resolve);
      });
    withinConnectionLimit({ userId }, wait, work).then(
      () => {
        states[place] = "done";
      },
      (error: { kind: string }) => {
        states[place] = error.kind;
      },
    );
  };
  const end = () => ends.shift()?.();
  return { start, states, end };
}

it("One user can use at most 40 % of a large pool's database connections.", () => {
  expect([1, 2, 3, 4, 5, 10, 20].map(connectionsOfOneUser)).toEqual([1, 1, 2, 3, 3, 4, 8]);
});

it("If one user holds three of four database connections, another user's transaction does not wait.", async () => {
  const [one, other] = [startUser(), startUser()];
  for (let n = 0; n < 5; n++) one.start();
  other.start();
  await vi.advanceTimersByTimeAsync(59_000);
  expect([one.states, other.states]).toEqual([
    ["running", "running", "running", "waiting", "waiting"],
    ["running"],
  ]);
  one.end();
  await vi.advanceTimersByTimeAsync(2000);
  expect(one.states).toEqual(["done", "running", "running", "running", "too_many"]);
});

it("A transaction with a time limit of one minute waits at most half a minute for a connection.", async () => {
  const { start, states } = startUser();
  for (let n = 0; n < 3; n++) start();
  start({ ...usual, timeout: 60_000 });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(states.at(-1)).toBe("waiting");
  await vi.advanceTimersByTimeAsync(2000);
  expect(states.at(-1)).toBe("too_many");
});

it("All transactions of one request together wait at most a minute for database connections.", async () => {
  const { start, states, end } = startUser();
  const request = { waited: 0 } as RequestNotes;
  for (let n = 0; n < 3; n++) start();
  withNotes(request, start);
  await vi.advanceTimersByTimeAsync(40_000);
  end();
  await vi.advanceTimersByTimeAsync(0);
  withNotes(request, start);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(states).toEqual(["done", "running", "running", "running", "too_many"]);
});

it("If a response has already begun, its transaction waits for a database connection instead of failing.", async () => {
  const { start, states, end } = startUser();
  for (let n = 0; n < 3; n++) start();
  start({ ...usual, begun: true });
  await vi.advanceTimersByTimeAsync(300_000);
  expect(states.at(-1)).toBe("waiting");
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe("running");
});

it("Even if a user's queries occupy the database replica, the same user's transactions do not wait.", async () => {
  const { start, states } = startUser();
  for (let n = 0; n < 4; n++) start({ ...usual, pool: "replica" });
  start();
  await vi.advanceTimersByTimeAsync(0);
  expect(states).toEqual(["running", "running", "running", "waiting", "running"]);
});
