/**
 * Runs `npm run anonymize` on a system with demo data, photos and planted values. The copy must show the same figures.
 * Its tables and files must contain no original personal value.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ByteSearch } from "../../supabase/local/anonymize/byte-search.ts";
import { projectRoot } from "../../supabase/local/common/settings.ts";
import { compareGuards, guardsOf } from "../../supabase/local/schema/guards.ts";
import { startStack } from "../../supabase/local/stack.ts";
import { command, runEntry } from "../support/backups.ts";
import { dumpTables, filesUnder, findInFiles } from "../support/byte-search.ts";
import { demoPassword, type StackProcess, startStackProcess } from "../support/stack-process.ts";
import { ask, readBoards, signIn } from "./anonymize-boards.ts";
import {
  birthdaysIn,
  connect,
  describeKept,
  fillOriginal,
  type Original,
  pointsIn,
} from "./anonymize-original.ts";
import { stack as testStack } from "./support.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

const entry = "supabase/local/anonymize/anonymize.ts";
let folder: string;
let original: Original;
let search: ByteSearch;
let fileHashes: Set<string>;
let made: { code: number | null; text: string };
let own: StackProcess;
let copy: pg.Client;

const at = (name: string) => path.join(folder, name);
const anonymize = (...operands: string[]) => runEntry(entry, {}, ...operands);
const hashesIn = (name: string): string[] =>
  filesUnder(at(name)).map((file) => createHash("sha256").update(readFileSync(file)).digest("hex"));

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "anonymize-"));
  const options = { seed: "demo", demoPassword, port: 0, web: false } as const;
  const stack = await startStack({ dataDir: at("original"), ...options });
  try {
    original = await fillOriginal(stack);
    const backup = await command("backup", { DATA_DIR: at("original") }, at("backups"));
    expect(backup.text).toMatch(/\.json: /);
  } finally {
    await stack.stop();
  }
  search = new ByteSearch([...original.planted, ...original.values]);
  fileHashes = new Set(hashesIn("original/storage"));
  made = await anonymize(at("backups"), at("copy"));
  expect(made.text).toContain(`DATA_DIR='${at("copy")}' npm start serves it.`);
  expect(made.text).toMatch(/[\d,]+ rows of \d+ tables, [1-9]\d* files/);
  expect(made.code).toBe(0);
});
afterAll(async () => {
  await copy?.end();
  await own?.end("SIGTERM");
  // Retries the removal, because programs that the killed command had started may still be writing files.
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

describe("An anonymised copy before its first start", () => {
  it("After `npm run anonymize`, no file in the folder of the copy contains a personal value of the original system.", async () => {
    expect((await readdir(folder)).sort()).toEqual(["backups", "copy", "original"]);
    expect(original.planted.length).toBeGreaterThan(200);
    expect(original.values.length).toBeGreaterThan(1_500);
    expect(findInFiles(search, at("copy"))).toEqual({});
  });

  it("An anonymised copy contains no stored photo or attachment of the original system.", () => {
    const hashes = hashesIn("copy/storage");
    expect(hashes.length).toBeGreaterThan(100);
    expect(hashes.filter((hash) => fileHashes.has(hash))).toEqual([]);
  });
});

describe("An anonymised copy after its first start", () => {
  beforeAll(async () => {
    own = await startStackProcess(at("copy"));
    copy = await connect(own.superuserUrl);
  });

  it("In an anonymised copy of the system, no database table contains a personal value of the original system.", async () => {
    const found = [...(await dumpTables(copy))].flatMap(([table, rows]) =>
      [...search.in(rows)].map((text) => `${table}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it("In free-text columns, anonymisation replaces a text that contains the name of an ARBO and leaves the other texts unchanged.", async () => {
    expect(made.text).toContain(
      "\n1 other texts contained the name of a person or an ARBO and were replaced.",
    );
    const { rows } = await copy.query(
      "select id::text, service_developed as text from public.form7_proddevs where service_developed <> 'Milling'",
    );
    expect(rows).toEqual([{ id: original.productId, text: "Text of the training copy." }]);
  });

  it("In an anonymised copy, each person has a new birthday.", async () => {
    const moved = await birthdaysIn(copy);
    expect(moved.size).toBe(original.birthdays.size);
    expect([...original.birthdays].filter(([id, birthday]) => moved.get(id) === birthday)).toEqual([]);
  });

  it("An anonymised copy places each photo at most 0.3 degrees from the photo's original location.", async () => {
    const points = await pointsIn(copy);
    expect(points.size).toBe(original.points.size);
    const far = [...original.points].filter(([id, { x, y }]) => {
      const point = points.get(id);
      return !point || point.x === x || point.y === y || Math.hypot(point.x - x, point.y - y) > 0.3;
    });
    expect(far).toEqual([]);
    expect([...points.values()].filter(({ isWrong }) => isWrong)).toEqual([]);
  });

  it("An anonymised copy of the system has an intact user log, correct dashboard figures and the original database policies.", async () => {
    const expected = await guardsOf(testStack.databaseUrl);
    const { missing, unexpected, different } = compareGuards(expected, await guardsOf(own.databaseUrl));
    expect({ missing, unexpected, different }).toEqual({ missing: [], unexpected: [], different: [] });
    expect((await copy.query("select * from private.find_log_problems()")).rows).toEqual([]);
    expect((await copy.query("select * from private.figure_differences()")).rows).toEqual([]);
  });
});

describe("Demo users of an anonymised copy", () => {
  const password = () => /Their password is (\S+)/.exec(made.text)?.[1] ?? "";

  it("An anonymised copy of the system shows the same figures on dashboards and work queues as the original system.", async () => {
    expect(await readBoards(own.url, password())).toEqual(original.boards);
  });

  // Must run after the test that reads all screens of the copy, because the API stores unusual values only when a
  // screen is read.
  it("An anonymised copy has the original values in all columns without personal data.", async () => {
    expect(await describeKept(copy, original.tables)).toEqual(original.kept);
    const filled = Object.values(original.kept).filter((hash) => !hash.startsWith("0 "));
    expect(filled.length).toBeGreaterThan(35);
  });

  it("A user can sign in to an anonymised copy with the password that `npm run anonymize` printed.", async () => {
    const token = await signIn(own.url, "provincial", password());
    const arbos = await ask<{ arbo_name: string }[]>(own.url, token, "/api/arbo-masterlist");
    expect(arbos.length).toBeGreaterThan(20);
    expect(arbos.filter(({ arbo_name }) => !/^ARBO \d{6}( [A-Z])?$/.test(arbo_name))).toEqual([]);
    const [photo] = await ask<{ id: number }[]>(own.url, token, "/api/form-11-geo");
    const ids = { ids: [photo?.id] };
    const [link] = await ask<{ file_url: string }[]>(own.url, token, "/api/form-11-geo/links", ids);
    const file = await fetch(own.url + link?.file_url);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  });

  it("In an anonymised copy of the system, the check of stored files reports no fault.", async () => {
    const token = await signIn(own.url, "admin", password());
    const check = await ask<{ faults: object[] }>(own.url, token, "/api/form-11-geo/check");
    expect(check.faults).toEqual([]);
  });
});

describe("Refused and interrupted runs of `npm run anonymize`", () => {
  it("`npm run anonymize` refuses to write the copy into an existing folder.", async () => {
    const { code, text } = await anonymize(at("backups"), at("original"));
    expect([code, text]).toEqual([1, expect.stringContaining("exists already")]);
  });

  it("If `npm run anonymize` is interrupted, no folder with the intended name of the copy exists afterwards.", async () => {
    for (const signal of ["SIGINT", "SIGKILL"] as const) {
      const operands = ["supabase/local/bootstrap.mjs", entry, at("backups"), at("ended")];
      const child = spawn(process.execPath, operands, { cwd: projectRoot, stdio: "ignore" });
      const ended = new Promise((resolve) => child.once("exit", resolve));
      while (!(await readdir(folder)).some((name) => name.startsWith("ended.partial"))) await sleep(50);
      await sleep(4_000);
      child.kill(signal);
      await ended;
      const left = (await readdir(folder)).filter((name) => name.startsWith("ended"));
      expect([signal, left.length]).toEqual([signal, signal === "SIGINT" ? 0 : 1]);
      expect(left).not.toContain("ended");
    }
  });
});
