/**
 * Runs the policy tests: the SQL files of this folder, in two databases in parallel. The files are plain pgTAP, so
 * `supabase test db tests/database` can run them too. Files of 00-support run first and create objects for the tests.
 * expected.json has the number of assertions of each file, so that a missing assertion is a failure; `npm test --
 * database --update` writes it.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { freshDatabase } from "../../supabase/local/postgres/databases.ts";
import type { Outcome } from "../runners.ts";
import { filesOfRun } from "../support/thorough.ts";
import type { TestStack } from "../test-stack.ts";
import { installPgtap } from "./pgtap.ts";
import { readTap, type TapReport } from "./tap.ts";

const folder = path.dirname(fileURLToPath(import.meta.url));
const expectedFile = path.join(folder, "expected.json");

/**
 * Number of assertions of a file. A file that tests every record table also has `per_record_table` assertions for each
 * record table.
 */
interface Expected {
  assertions: number;
  per_record_table?: number;
}

interface Options {
  /** If set, only files whose path contains one of these strings run, and numbers of assertions are not checked. */
  only?: readonly string[];
  /** Writes the numbers of assertions to expected.json instead of comparing them, if no assertion failed. */
  update?: boolean;
}

/** Number of databases in which files run in parallel: two, because test machines have two processors. */
const lanes = 2;

/** Runs the files and prints the failures. The stack must have a template database to copy (`template`). */
export async function run(stack: TestStack, options: Options = {}): Promise<Outcome> {
  const { only = [], update = false } = options;
  if (update && only.length > 0)
    throw new Error("--update counts the assertions of all files: run npm test -- database --update");
  const support = (await sqlFiles()).filter((file) => file.startsWith("00-support"));
  const chosen = filesOfRun(folder, /\.test\.sql$/).map((file) => path.relative(folder, file));
  const files = [...support, ...chosen];
  // Slow files run first, so that neither database is still busy with a slow file at the end.
  const waiting = chosen
    .filter((file) => only.length === 0 || only.some((part) => file.includes(part)))
    .sort((a, b) => Number(isSlow(b)) - Number(isSlow(a)));
  const reports = new Map<string, TapReport>();
  let recordTables = 0;
  const lane = async (databaseUrl: string) => {
    recordTables = await prepare(databaseUrl);
    for (const file of support) reports.set(file, await runFile(databaseUrl, file));
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const started = Date.now();
      const report = await runFile(databaseUrl, file);
      reports.set(file, report);
      console.log(`· ${file}: ${report.passed} passed (${Date.now() - started} ms)`);
      for (const failure of report.failures) console.log(`✗ ${file}\n    ${failure}`);
    }
  };
  const databases: string[] = [];
  // Creates the databases one after the other, because Postgres can't copy a template database twice at once.
  for (let n = 1; n <= lanes; n++) databases.push(await freshDatabase(stack, `policy_tests_${n}`));
  await Promise.all(databases.map(lane));

  const outcome: Outcome = { passed: 0, failures: [] };
  const found = new Map<string, number>();
  for (const file of files) {
    const report = reports.get(file);
    if (!report) continue;
    if (support.includes(file))
      for (const failure of report.failures) console.log(`✗ ${file}\n    ${failure}`);
    outcome.passed += report.passed;
    outcome.failures.push(...report.failures.map((failure) => `tests/database/${file}: ${failure}`));
    found.set(file, report.passed + report.failures.length);
  }
  if (only.length > 0) return outcome;
  const expected = JSON.parse(await readFile(expectedFile, "utf8")) as Record<string, Expected>;
  if (update && outcome.failures.length === 0) await writeExpected(expected, found, recordTables);
  // Compares only files of this run with expected.json, because daily and thorough runs have different files.
  const others = (await sqlFiles()).filter((file) => !files.includes(file));
  for (const file of others) delete expected[file];
  if (!update) outcome.failures.push(...compare(expected, found, recordTables));
  return outcome;
}

function isSlow(file: string): boolean {
  return /^(matrix|mutants)/.test(file);
}

/** Installs pgTAP and returns the number of record tables. */
async function prepare(databaseUrl: string): Promise<number> {
  const owner = openDatabase(databaseUrl, { most: 1 });
  try {
    await installPgtap(owner);
    const [row] = await owner<{ count: number }[]>`select count(*)::integer from private.record_tables`;
    return row?.count ?? 0;
  } finally {
    await owner.end();
  }
}

async function sqlFiles(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => name.endsWith(".sql"))
    .map((name) => name.replaceAll(path.sep, "/"))
    .sort();
}

/** Runs a file. An SQL error ends the file, and none of its passed assertions count. */
async function runFile(databaseUrl: string, file: string): Promise<TapReport> {
  const text = await readFile(path.join(folder, file), "utf8");
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    await client.connect();
    // The driver pg returns an array of results if a query has several statements.
    const results = [await client.query(text)].flat();
    return readTap(results.flatMap(({ rows }) => rows.flatMap(tapLines)));
  } catch (error) {
    return { passed: 0, failures: [describe(error, text)] };
  } finally {
    await client.end();
  }
}

/** Returns the lines of all text columns of a result row. */
function tapLines(row: object): string[] {
  return Object.values(row).flatMap((value) => (typeof value === "string" ? value.split("\n") : []));
}

function describe(error: unknown, text: string): string {
  if (!(error instanceof pg.DatabaseError)) throw error;
  const line = error.position ? text.slice(0, Number(error.position)).split("\n").length : null;
  return [
    `${line ? `line ${line}: ` : ""}${error.message} (${error.code})`,
    error.detail,
    error.where?.split("\n").slice(0, 3).join("\n      "),
  ]
    .filter(Boolean)
    .join("\n      ");
}

function compare(
  expected: Record<string, Expected>,
  found: Map<string, number>,
  recordTables: number,
): string[] {
  const names = [...new Set([...Object.keys(expected), ...found.keys()])].sort();
  return names.flatMap((name) => {
    const should = expected[name];
    const is = found.get(name);
    if (!should) return [`${name} is not in expected.json: write it there with --update`];
    if (is === undefined) return [`${name} is in expected.json, but there is no such file`];
    const total = should.assertions + (should.per_record_table ?? 0) * recordTables;
    return is === total ? [] : [`${name} made ${is} assertions instead of ${total}`];
  });
}

async function writeExpected(
  before: Record<string, Expected>,
  found: Map<string, number>,
  recordTables: number,
): Promise<void> {
  const entries = [...found].map(([name, count]): [string, Expected] => {
    const each = before[name]?.per_record_table;
    return [
      name,
      each ? { assertions: count - each * recordTables, per_record_table: each } : { assertions: count },
    ];
  });
  await writeFile(expectedFile, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}
