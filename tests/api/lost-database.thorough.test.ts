/**
 * The database fails while users work: its connections are cut, or its server is killed or hangs. Every caller gets an
 * error message without a long wait, no row is half saved, and the system recovers by itself. Runs on a separate stack.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { findProcessesIn } from "../../supabase/local/postgres/postgres-keeper.ts";
import { jpeg } from "../support/photos.ts";
import { demoPassword, type StackProcess, startStackProcess } from "../support/stack-process.ts";
import { form, inside } from "./evidence-support.ts";
import { province, region } from "./support.ts";

let folder: string;
let own: StackProcess;
let database: Database;
let token: string;
let support: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "lost-database-"));
  own = await startStackProcess(path.join(folder, "data"));
  database = openDatabase(own.superuserUrl, { most: 1, name: "test" });
  token = (await signIn()).token;
  const row = {
    ...office,
    arbo_name: "Lost",
    year_funded: 2024,
    reporting_year: 2025,
    reporting_quarter: "Q1",
    support_provided: "Support facility",
    subpsp_abbreviation: "LINKSFARM",
    status: "Accomplished",
  };
  const saved = await put("form11-accomp", row);
  support = Number(saved.data[0]?.id);
  expect(support, saved.message).toBeGreaterThan(0);
}, 180_000);

afterAll(async () => {
  await database?.end();
  await own?.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const office = { region_name: region, province_name: province };

interface ApiResponse {
  what: string;
  /** Name or upload id by which the test finds the saved row. Empty if the request saves nothing. */
  key: string;
  status: number;
  milliseconds: number;
  requestId: string | null;
  message: string;
  bodyRequestId: string | null;
  data: { id: number }[];
  token: string;
}

async function ask(
  what: string,
  key: string,
  method: string,
  target: string,
  body: BodyInit,
): Promise<ApiResponse> {
  const began = Date.now();
  const response = await fetch(own.url + target, {
    method,
    body,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
    },
    signal: AbortSignal.timeout(60_000),
  });
  const answer = JSON.parse(await response.text());
  return {
    what,
    key,
    status: response.status,
    milliseconds: Date.now() - began,
    requestId: response.headers.get("x-request-id"),
    message: answer.message ?? "",
    bodyRequestId: answer.request_id ?? null,
    data: answer.data ?? [],
    token: answer.data?.session?.access_token ?? "",
  };
}

const signIn = () =>
  ask(
    "sign-in",
    "",
    "POST",
    "/api/auth/login",
    JSON.stringify({ username: "admin", password: demoPassword }),
  );
const put = (screen: string, row: object, key = "") =>
  ask(screen, key, "PUT", `/api/${screen}/update`, JSON.stringify(row));
const save = (name: string) => put("arbo-masterlist", { ...office, arbo_name: name }, name);
const upload = (id: string) => {
  const fields = { upload_id: id, form11_id: support, ...inside };
  return ask("photo", id, "POST", "/api/form-11-geo/create", form({ file: jpeg({ size: 400_000 }), fields }));
};
const health = () => fetch(`${own.url}/api/health`, { signal: AbortSignal.timeout(30_000) });

/** Saves, uploads and signs in without a pause until `done` settles, with four parallel workers of each kind. */
async function working(done: Promise<unknown>): Promise<ApiResponse[]> {
  const answers: ApiResponse[] = [];
  let over = false;
  done.finally(() => {
    over = true;
  });
  const worker = async (one: () => Promise<ApiResponse>) => {
    while (!over) answers.push(await one());
  };
  const name = () => `Lost ${randomUUID()}`;
  await Promise.all(
    Array.from({ length: 4 }, () => [
      worker(() => save(name())),
      worker(() => upload(randomUUID())),
      worker(async () => {
        await sleep(300);
        return signIn();
      }),
    ]).flat(),
  );
  await done;
  return answers;
}

/** Checks that every response is either a success or a 503 with a message and the request id. */
function expectHonestResponses(answers: readonly ApiResponse[]) {
  for (const { what, status, milliseconds, requestId, message, bodyRequestId } of answers) {
    expect([200, 503], `${what}: ${status} ${message}`).toContain(status);
    expect(milliseconds, what).toBeLessThan(20_000);
    if (status === 503) {
      expect(message).toMatch(/again/);
      expect(bodyRequestId).toBe(requestId);
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    }
  }
}

/**
 * Checks that each acknowledged row is stored once, that a row with an unknown outcome is stored at most once, and that
 * no refused row is stored.
 */
async function expectRows(answers: readonly ApiResponse[]) {
  const saved = await database<{ key: string; rows: number }[]>`
    select arbo_name as key, count(*)::int as rows from public.arbo_masterlist group by 1
    union all select upload_id::text, count(*)::int from public.form_11_geotags group by 1`;
  const rows = new Map(saved.map(({ key, rows }) => [key, rows]));
  for (const { what, key, status, message } of answers) {
    if (what === "sign-in") continue;
    const found = rows.get(key) ?? 0;
    if (status === 200) expect(found, `${what} ${key}`).toBe(1);
    else if (/whether this was saved/.test(message)) expect(found).toBeLessThanOrEqual(1);
    else expect(found, `${what} ${key}: ${message}`).toBe(0);
  }
  const check = await ask("check", "", "POST", "/api/form-11-geo/check", "{}");
  expect([check.status, check.data]).toEqual([200, { faults: [], left: [], removed_rows: 0 }]);
}

/** Waits until health, sign-in, saving and uploading all work again. */
async function untilItWorks(patience: number) {
  const began = Date.now();
  const works = async () =>
    (await health()).status === 200 &&
    (await signIn()).status === 200 &&
    (await save(`Lost ${randomUUID()}`)).status === 200 &&
    (await upload(randomUUID())).status === 200;
  while (!(await works())) {
    expect(Date.now() - began).toBeLessThan(patience);
    await sleep(200);
  }
}

it("Each confirmed save is stored once, even if all database connections are cut twenty times.", {
  timeout: 90_000,
}, async () => {
  const before = own.pids();
  const cuts = (async () => {
    for (let cut = 1; cut <= 20; cut++) {
      await sleep(350);
      await database`select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and backend_type = 'client backend'`;
    }
  })();
  const answers = await working(cuts);
  expectHonestResponses(answers);
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
  await untilItWorks(20_000);
  await expectRows(answers);
  expect(own.pids()).toEqual(before);
  expect(own.child.exitCode).toBeNull();
});

it.each([
  ["killed", "SIGKILL"],
  ["stopped", "SIGSTOP"],
] as const)(
  "Callers get an error message while the database server is %s, and the system recovers by itself.",
  { timeout: 120_000 },
  async (_, signal) => {
    const before = own.pids();
    const answers = await working(
      (async () => {
        await sleep(1500);
        if (signal === "SIGKILL") {
          process.kill(before.postgres ?? 0, signal);
          return sleep(1500);
        }
        for (const pid of findProcessesIn(path.join(own.dataDir, "postgres"))) process.kill(pid, signal);
        const began = Date.now();
        while ((await health()).status !== 503) expect(Date.now() - began).toBeLessThan(15_000);
      })(),
    );
    expectHonestResponses(answers);
    await untilItWorks(45_000);
    await expectRows(answers);
    const after = own.pids();
    expect(after.postgres).not.toBe(before.postgres);
    expect({ ...after, postgres: 0 }).toEqual({ ...before, postgres: 0 });
    expect(own.child.exitCode).toBeNull();
  },
);
