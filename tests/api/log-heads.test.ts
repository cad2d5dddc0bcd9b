/**
 * The head of a hash chain is its last hash. `npm run log:heads` prints the heads of the user log, and `npm run
 * log:check` later compares them with the log. The comparison also finds missing entries, and a log that was rewritten
 * together with its hash chains.
 */
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Database, openDatabase } from "#shared/server/sql/sql.ts";
import { freshDatabase } from "../../supabase/local/postgres/databases.ts";
import { runEntry } from "../support/backups.ts";
import { arbo, cleanUp, database, save, stack } from "./support.ts";

let folder: string;
let url: string;
let sql: Database;
const at = (name: string) => path.join(folder, name);
const heads = (env: Record<string, string>) => runEntry("supabase/local/user-log/log-heads.ts", env);
const check = (env: Record<string, string>, ...operands: string[]) =>
  runEntry("supabase/local/user-log/log-check.ts", env, ...operands);
const system = { DATA_DIR: stack.dataDir };

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "log-heads-"));
  url = await freshDatabase(stack, "log_heads_test");
  sql = openDatabase(url, { most: 1, patience: Number.POSITIVE_INFINITY });
}, 60_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await sql?.end();
  await database.unsafe("drop database if exists log_heads_test with (force)");
  await cleanUp();
});

it("If the user log has only gained entries since `npm run log:heads` ran, `npm run log:check` accepts it.", async () => {
  for (let day = 0; day < 2; day++) {
    const { code, text } = await heads(system);
    expect(code).toBe(0);
    await appendFile(at("heads.jsonl"), text);
    await save("provincial", "arbo-masterlist", arbo());
  }
  const found = await check(system, at("heads.jsonl"));
  expect(found).toEqual({
    code: 0,
    text: expect.stringMatching(/^The log contains the heads of 2 lines \(.+\)\. No entry is missing/),
  });
});

/** Computes all digests and hashes again, as an attacker with the database's password could. */
const rewriteChains = `
  do $$
  declare
    link private.log_links;
    before bytea;
  begin
    for link in select * from private.log_links order by lane, sequence loop
      before := coalesce((select hash from private.log_links k
        where k.lane = link.lane and k.sequence = link.sequence - 1), '');
      update private.log_links k
      set digests = d.digests, hash = private.link_hash(before, k.ids, d.digests)
      from (select array_agg(private.entry_digest(u) order by u.id) as digests
        from private.user_log u where u.id = any (link.ids)) d
      where k.id = link.id;
    end loop;
    update private.log_lanes l set hash = k.hash from private.log_links k
    where k.lane = l.lane and k.sequence = l.sequence;
  end $$`;

it("`npm run log:check` detects that the user log was rewritten after `npm run log:heads` ran.", async () => {
  await writeFile(at("rewritten.jsonl"), (await heads({ DATABASE_URL: url })).text);
  expect((await check({ DATABASE_URL: url }, at("rewritten.jsonl"))).code).toBe(0);
  await sql`update private.user_log set user_name = 'another' where id = (select min(id) from private.user_log)`;
  await sql.unsafe(rewriteChains);
  expect(await sql`select * from private.find_log_problems()`).toEqual([]);
  const found = await check({ DATABASE_URL: url }, at("rewritten.jsonl"));
  expect(found.text).toMatch(
    /^! chain \d+, link \d+ of .+: the log has another link in its place, so it was rewritten\n$/,
  );
  expect(found.code).toBe(1);
});

it("`npm run log:check` detects that the newest entries of the user log were removed.", async () => {
  await writeFile(at("shortened.jsonl"), (await heads({ DATABASE_URL: url })).text);
  await sql.unsafe(`
    with gone as (delete from private.log_links k using private.log_lanes l
      where l.sequence > 0 and k.lane = l.lane and k.sequence = l.sequence
        and l.lane = (select min(lane) from private.log_lanes where sequence > 0) returning k.*)
    delete from private.user_log u using gone where u.id = any (gone.ids)`);
  await sql`
    update private.log_lanes l set sequence = l.sequence - 1, hash = coalesce(
      (select hash from private.log_links k where k.lane = l.lane and k.sequence = l.sequence - 1), '')
    where l.lane = (select min(lane) from private.log_lanes where sequence > 0)`;
  expect(await sql`select * from private.find_log_problems()`).toEqual([]);
  const found = await check({ DATABASE_URL: url }, at("shortened.jsonl"));
  expect(found.text).toMatch(
    /^! chain \d+, link \d+ of .+: the log does not have it, so entries are missing\n$/,
  );
  expect(found.code).toBe(1);
});

it("`npm run log:check` reports a user log entry that was altered before `npm run log:heads` ran.", async () => {
  await sql`update private.user_log set user_name = 'third' where id = (select max(id) from private.user_log)`;
  await writeFile(at("later.jsonl"), (await heads({ DATABASE_URL: url })).text);
  const found = await check({ DATABASE_URL: url }, at("later.jsonl"));
  expect(found).toEqual({
    code: 1,
    text: expect.stringMatching(/^! user log, entry \d+: The entry was altered\.\n$/),
  });
});

it("`npm run log:check` refuses a file that is not the output of `npm run log:heads`.", async () => {
  await writeFile(at("empty.jsonl"), "\n");
  await writeFile(at("other.jsonl"), '{"at":"2026-11-28","heads":[{"lane":"1"}]}\n');
  const text = async (...operands: string[]) => (await check(system, ...operands)).text;
  expect(await text()).toMatch(/^Usage: /);
  expect(await text(at("absent.jsonl"))).toMatch(/cannot be read: ENOENT/);
  expect(await text(at("empty.jsonl"))).toBe("The file has no heads.\n");
  expect(await text(at("other.jsonl"))).toBe("Line 1 is not a line of npm run log:heads.\n");
});
