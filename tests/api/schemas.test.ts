/** The declarative schema files in supabase/schemas create the same database as the migrations. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import { identifier, openDatabase } from "#shared/server/sql/sql.ts";
import { describeDifference, type Guards, guardsOf, readGuards } from "../../supabase/local/schema/guards.ts";
import { withSchemas } from "../../supabase/local/schema/with-migrations.ts";
import { database } from "./support.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe("Schema files in supabase/schemas", () => {
  /** Policies, triggers, grants and other protections (guards) of a database that was created from the schema files. */
  let declared: Guards;
  /** Names of the tables that contain rows after the database was created from the schema files. */
  let filled: string[];
  let buckets: string[];

  beforeAll(async () => {
    await withSchemas(async ({ databaseUrl, superuserUrl }) => {
      declared = await guardsOf(databaseUrl);
      const sql = openDatabase(superuserUrl, { most: 1, patience: 60_000 });
      try {
        filled = [];
        const tables = await sql<{ schema: string; name: string }[]>`
          select n.nspname as schema, c.relname as name
          from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p') and n.nspname in ('public', 'personal', 'private', 'template') order by 1, 2`;
        for (const { schema, name } of tables) {
          const [row] = await sql.unsafe(`select from ${identifier(schema)}.${identifier(name)} limit 1`);
          if (row) filled.push(`${schema}.${name}`);
        }
        buckets = (await sql<{ id: string }[]>`select id from storage.buckets`).map(({ id }) => id);
      } finally {
        await sql.end();
      }
    });
  });

  it("The schema files create the same database as the migrations.", async () => {
    const migrated = await database.begin(readGuards);
    expect(declared.size).toBeGreaterThan(4000);
    expect(describeDifference(declared, migrated)).toEqual([]);
  });

  it("The comparison of schema files and migrations includes the rows of every table and bucket that has predefined rows.", () => {
    const names = [...declared.keys()];
    expect(filled.length).toBeGreaterThan(10);
    expect(filled.filter((table) => !names.some((what) => what.startsWith(`row of ${table} {`)))).toEqual([]);
    expect(buckets.filter((id) => !declared.has(`bucket ${id}`))).toEqual([]);
  });

  it("The schema files create exactly one policy for stored files.", () => {
    const policies = [...declared.keys()].filter((what) => /^policy .* on storage\./.test(what));
    expect(policies).toEqual(["policy evidence_select_in_scope on storage.objects"]);
  });
});
