/** `npm run db:guards` on a platform that by default grants no role access to new tables. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { projectRoot } from "../../../supabase/local/common/settings.ts";
import { pushMigrations } from "../../../supabase/local/postgres/migrations.ts";
import { describeDifference, guardsOf } from "../../../supabase/local/schema/guards.ts";
import { withSchemas } from "../../../supabase/local/schema/with-migrations.ts";
import type { Stack } from "../../../supabase/local/stack.ts";
import { startBare } from "../../support/bare-stack.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

let folder: string;
let stack: Stack;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "default-grants-"));
  stack = await startBare(path.join(folder, "data"));
});

afterAll(async () => {
  await stack?.stop();
  await rm(folder, { recursive: true, force: true });
});

it("In a database without default grants, the migrations create the same policies and grants as the schema files.", async () => {
  const sql = openDatabase(stack.superuserUrl, { most: 1 });
  for (const owner of ["postgres", "supabase_admin"])
    for (const kind of ["tables", "functions", "sequences"])
      await sql.unsafe(
        `alter default privileges for role ${owner} in schema public revoke all on ${kind} from anon, authenticated, service_role`,
      );
  await sql.end();
  await pushMigrations(stack.databaseUrl, path.join(folder, "home"), projectRoot);
  const found = await guardsOf(stack.databaseUrl);
  expect(found.size).toBeGreaterThan(1000);
  const expected = await withSchemas(({ databaseUrl }) => guardsOf(databaseUrl));
  expect(describeDifference(expected, found)).toEqual([]);
});
