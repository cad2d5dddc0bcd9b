/**
 * `npm run db:guards [-- <database url>]`: checks whether a database (by default, that of the running system) matches
 * supabase/schemas: tables, constraints, functions, triggers, policies and grants. Restoring single tables silently
 * loses some of these objects, and editing an applied migration leaves old function bodies. Compares with a temporary
 * database created from supabase/schemas.
 */
import { pathToFileURL } from "node:url";
import { openDatabase, type Transaction } from "#shared/server/sql/sql.ts";
import { runCommand } from "../common/interruption.ts";
import { readSettings } from "../common/settings.ts";
import { runningUrls } from "../postgres/databases.ts";
import { guardsQuery } from "./guards-query.ts";
import { withSchemas } from "./with-migrations.ts";

/**
 * The guards of a database: its schema objects, policies, grants and declared rows. Definitions by name, such as
 * `{"index public.form_10_id": "CREATE INDEX …"}`.
 */
export type Guards = ReadonlyMap<string, string>;

/**
 * Reads the guards of a database. Sets an empty search path for the rest of the transaction, so that all names in the
 * definitions include their schema.
 */
export async function readGuards(tx: Transaction): Promise<Guards> {
  await tx`set local search_path = ''`;
  const rows = await tx.unsafe<{ what: string; how: string }[]>(guardsQuery);
  return new Map([...rows, ...(await declaredRows(tx))].map(({ what, how }) => [what, how]));
}

/**
 * Tables of the schema private whose rows supabase/schemas declares. The listed columns are not compared, because they
 * change while the system runs or differ between databases. A database of an earlier release may lack some tables.
 */
const declarations: Readonly<Record<string, readonly string[]>> = {
  levels: [],
  record_tables: [],
  reference_tables: [],
  sensitive_columns: [],
  office_references: [],
  required_facts: [],
  soft_checks: [],
  comparisons: [],
  evidence_owners: [],
  attachment_fields: [],
  findable_tables: [],
  list_columns: [],
  log_lanes: ["sequence", "hash"],
  offline_secret: ["secret"],
  pulse: ["at"],
};

/**
 * Reads the rows of the tables in `declarations`, such as private.record_tables, without generated columns and without
 * columns that are not compared.
 */
async function declaredRows(tx: Transaction): Promise<{ what: string; how: string }[]> {
  const there = await tx<{ name: string; generated: string[] }[]>`
    select c.relname as name, array(
      select a.attname::text from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attgenerated <> '') as generated
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'private' and c.relname = any (${Object.keys(declarations)}::text[])`;
  const found = there.map(({ name, generated }) =>
    tx.unsafe<{ what: string; how: string }[]>(
      `select format('row of private.${name} %s', to_jsonb(r) - $1::text[]) as what, null as how from private.${name} r`,
      [[...generated, ...(declarations[name] ?? [])]],
    ),
  );
  return (await Promise.all(found)).flat();
}

export interface Difference {
  missing: string[];
  unexpected: string[];
  /** Names of guards (such as a policy or a constraint) whose definitions differ between the databases. */
  different: string[];
}

export function compareGuards(expected: Guards, found: Guards): Difference {
  const names = [...expected.keys()];
  return {
    missing: names.filter((what) => !found.has(what)),
    unexpected: [...found.keys()].filter((what) => !expected.has(what)),
    different: names.filter((what) => found.has(what) && found.get(what) !== expected.get(what)),
  };
}

/** Describes the differences as lines of text; empty if there are no differences. */
export function describeDifference(expected: Guards, found: Guards): string[] {
  const { missing, unexpected, different } = compareGuards(expected, found);
  return [
    ...missing.map((what) => `missing:    ${what}`),
    ...unexpected.map((what) => `unexpected: ${what}`),
    ...different.map(
      (what) => `different:  ${what}\n  should be ${expected.get(what)}\n  is        ${found.get(what)}`,
    ),
  ];
}

/** Reads the guards of a database (such as policies and constraints) over a new connection. */
export async function guardsOf(databaseUrl: string): Promise<Guards> {
  const sql = openDatabase(databaseUrl, { most: 1, patience: 60_000 });
  try {
    return await sql.begin(readGuards, { mode: "isolation level repeatable read read only" });
  } finally {
    await sql.end();
  }
}

async function run(): Promise<void> {
  const databaseUrl = process.argv[2] ?? (await runningUrls(readSettings(process.env).dataDir))?.postgres;
  if (!databaseUrl) {
    console.error(
      "No system is running in DATA_DIR. Start it, or give a database URL: npm run db:guards -- postgresql://…",
    );
    process.exit(2);
  }
  const found = await guardsOf(databaseUrl);
  const expected = await withSchemas((stack) => guardsOf(stack.databaseUrl));
  const difference = describeDifference(expected, found);
  for (const line of difference) console.log(line);
  const { missing, different } = compareGuards(expected, found);
  console.log(`${expected.size - missing.length - different.length} of ${expected.size} guards match.`);
  process.exitCode = difference.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await runCommand("The comparison", run);
