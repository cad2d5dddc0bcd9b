/**
 * Users who read long lists slowly, or who read many long lists at once, do not delay other users and do not occupy a
 * database connection.
 */
import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type Answer,
  call,
  callAs,
  cleanUp,
  type DemoUser,
  database,
  mark,
  province,
  region,
  rowsOf,
  stack,
  tokenOf,
} from "./support.ts";

/**
 * Number of rows of the list (about 90 MB). The list must be larger than the network buffers, which can hold 32 MB for
 * each of the two connections.
 */
const rows = 8000;
const name = `${mark} slow`;

beforeAll(async () => {
  await database`
    insert into public.arbo_masterlist (arbo_name, region_name, province_name, remarks)
    select ${name} || n, ${region}, ${province}, rtrim(repeat('₱₱₱₱₱₱₱₱₱₱₱ ', 330)) from generate_series(1, ${rows}) n`;
}, 120_000);
afterAll(async () => {
  await database`delete from public.arbo_masterlist where arbo_name like ${`${name}%`}`;
  await cleanUp();
}, 120_000);

interface Reader {
  status: number;
  retryAfter: string | undefined;
  message: string;
  stop: () => void;
}

/** Requests the long list, and reads no part of the response body. */
async function slowReader(user: DemoUser): Promise<Reader> {
  const token = await tokenOf(user);
  return new Promise((resolve, reject) => {
    const asked = request(
      `${stack.url}/api/arbo-masterlist`,
      { method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${token}` } },
      (answer) => {
        const { statusCode: status = 0, headers } = answer;
        const stop = () => asked.destroy();
        const done = (message: string) =>
          resolve({ status, retryAfter: headers["retry-after"], message, stop });
        if (status === 200) {
          answer.pause();
          done("");
        } else {
          let text = "";
          answer.on("data", (part) => {
            text += part;
          });
          answer.on("end", () => done((JSON.parse(text) as { message: string }).message));
        }
      },
    );
    asked.on("error", reject);
    asked.end(JSON.stringify({ q: name }));
  });
}

/** Sends the requests one after the other, and returns the duration of the slowest request in milliseconds. */
async function slowestOf(calls: readonly (() => Promise<Answer>)[]): Promise<number> {
  let slowest = 0;
  for (const one of calls) {
    const since = performance.now();
    expect((await one()).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - since);
  }
  return slowest;
}

/** Returns the age of the API's longest open transaction in seconds. */
async function longestHeld(): Promise<number> {
  const [row] = await database<{ held: number }[]>`
    select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 as held
    from pg_stat_activity where application_name = 'api' and xact_start is not null`;
  return row?.held ?? 0;
}

it("The API responds quickly to other requests while eleven clients slowly download a long list.", async () => {
  const people: DemoUser[] = [
    "viewer",
    "viewer",
    "viewer",
    "viewer",
    "viewer",
    "provincial",
    "provincial",
    "provincial",
    "regional",
    "regional",
    "regional",
  ];
  const others = [
    () => callAs("viewer", "POST", "/api/arbo-masterlist", { page: 1, page_size: 20 }),
    () => callAs("central", "POST", "/api/arc-masterlist", {}),
    () => call("GET", "/api/health"),
  ];
  const before = await slowestOf(others);
  const readers = await Promise.all(people.map(slowReader));
  try {
    const refused = readers.filter(({ status }) => status !== 200);
    expect(readers.length - refused.length).toBe(6);
    for (const { status, retryAfter, message } of refused) {
      expect([status, retryAfter]).toEqual([429, "10"]);
      expect(message).toContain("Too many long lists");
    }
    for (let round = 0; round < 5; round++) {
      expect(await slowestOf(others)).toBeLessThan(Math.max(2000, 4 * before));
      expect(await longestHeld()).toBeLessThan(2);
    }
  } finally {
    for (const { stop } of readers) stop();
  }
  // After the slow readers have disconnected, a new request for the long list is accepted.
  await expect
    .poll(async () => (await callAs("viewer", "POST", "/api/arbo-masterlist", { q: name })).status, {
      timeout: 20_000,
    })
    .toBe(200);
}, 120_000);

it("The response with a long list is complete and sorted while other users add and delete rows.", async () => {
  const reading = callAs("provincial", "POST", "/api/arbo-masterlist", {
    q: name,
    sort: [{ field: "id", dir: "desc" }],
  });
  await database`delete from public.arbo_masterlist where arbo_name = ${`${name}1`}`;
  await database`insert into public.arbo_masterlist (arbo_name, region_name, province_name) values (${`${name} later`}, ${region}, ${province})`;
  const answer = await reading;
  const ids = rowsOf(answer).map(({ id }) => id);
  expect(answer.body.total).toBe(ids.length);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual([...ids].sort((one, other) => other - one));
  expect(ids.length).toBeGreaterThanOrEqual(rows - 1);
}, 60_000);
