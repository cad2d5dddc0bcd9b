/** An export contains no secrets, and each table is either exported or left out for a reason. */
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { isExported, leftOut, privateTables } from "../../supabase/local/export/tables.ts";
import { filesIn, parent, runExport } from "./export-support.ts";
import { cleanUp, database, mark, stack } from "./support.ts";

afterAll(async () => {
  await rm(parent, { recursive: true, force: true });
  await cleanUp();
});

it("An export contains no secrets, such as password hashes, refresh tokens or keys.", async () => {
  await database`
    insert into private.api_tokens (user_id, name, may_write, hash, expires_at)
    select id, ${mark}, false, repeat('5ec', 21) || '5', now() + interval '1 day' from public.users limit 1
    on conflict do nothing`;
  expect((await runExport("secrets")).code).toBe(0);
  const secrets = await database<{ secret: string }[]>`
    select encrypted_password as secret from auth.users where encrypted_password <> ''
    union select token from auth.refresh_tokens where token <> ''
    union select hash from private.api_tokens
    union select secret from private.offline_secret`;
  await database`delete from private.api_tokens where name = ${mark}`;
  expect(secrets.length).toBeGreaterThan(5);
  const folder = path.join(parent, "secrets");
  for (const name of filesIn(folder)) {
    const text = readFileSync(path.join(folder, name), "latin1");
    expect([name, secrets.filter(({ secret }) => text.includes(secret)).length]).toEqual([name, 0]);
  }
  for (const secret of [stack.secretKey, stack.jwtSecret])
    expect(
      filesIn(folder).filter((name) => readFileSync(path.join(folder, name), "latin1").includes(secret)),
    ).toEqual([]);
});

it("Every table of the schemas public, personal and private is either exported or explicitly omitted.", async () => {
  const tables = await database<{ name: string }[]>`
    select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'personal', 'private')`;
  const omitted = leftOut.flatMap((group) => group.tables);
  const names = tables.map(({ name }) => name);
  expect(names.filter((name) => !isExported(name) && !omitted.includes(name))).toEqual([]);
  expect([...omitted, ...privateTables].filter((name) => !names.includes(name))).toEqual([]);
  expect(omitted.filter((name) => isExported(name))).toEqual([]);
});
