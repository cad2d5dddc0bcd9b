/** Tests which schema changes `npm run db:diff` writes into a migration, and which changes it only reports. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { freshDatabase } from "../../supabase/local/postgres/databases.ts";
import { findRemainingDifference, findSchemaDifference } from "../../supabase/local/schema/difference.ts";
import { database, stack } from "./support.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let folder: string;
let from: { databaseUrl: string; dataDir: string };
let to: { databaseUrl: string; dataDir: string };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "difference-"));
  const make = async (name: string) => ({
    databaseUrl: await freshDatabase(stack, `difference_${name}`),
    dataDir: path.join(folder, name),
  });
  from = await make("from");
  to = await make("to");
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  for (const name of ["from", "to"])
    await database.unsafe(`drop database if exists difference_${name} with (force)`);
});

async function change(databaseUrl: string, ...statements: string[]): Promise<void> {
  const sql = openDatabase(databaseUrl, { most: 1, patience: 60_000 });
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

it("The migration that `npm run db:diff` writes contains changed bucket settings.", async () => {
  await change(
    from.databaseUrl,
    "update storage.buckets set file_size_limit = 1, allowed_mime_types = null where id = 'evidence'",
    "delete from private.findable_tables where table_name = 'participants'",
  );
  const statements = await findSchemaDifference(from, to);
  expect(statements).toContain("insert into private.findable_tables");
  expect(statements).toContain("insert into storage.buckets");
  expect(await findRemainingDifference(from, to, statements)).toEqual([]);
  expect(await findSchemaDifference(from, to)).toBe("");
});

it("`npm run db:diff` reports a schema difference for which it can't generate SQL.", async () => {
  await change(from.databaseUrl, "alter table storage.objects disable row level security");
  const statements = await findSchemaDifference(from, to, ["public", "private", "personal", "template"]);
  expect(statements).toBe("");
  expect(await findRemainingDifference(from, to, statements)).toEqual([
    expect.stringContaining("row security on storage.objects"),
  ]);
});
