/**
 * Tables and columns of an anonymised copy. All exported tables are copied, except those that this file excludes. Each
 * copied column needs a rule that says how to replace its values, so that no new column is copied by mistake.
 */
import type pg from "pg";
import { identifier } from "#shared/server/sql/sql.ts";
import { StackError } from "../common/stack-error.ts";
import { type ExportTable, nameOf, readTables } from "../export/catalog.ts";
import { replacementOf } from "./rules.ts";

/** Exported tables whose rows are not copied: accounts, the user log, and traces of users. */
export const notCopied: readonly string[] = [
  ...["users", "uac", "saved_views", "private.digests", "private.imports", "private.inbox_marks"],
  ...[
    "private.inbox_snoozes",
    "private.log_lanes",
    "private.log_links",
    "private.readings",
    "private.user_log",
  ],
];

/**
 * Conditions on the rows to copy, by table. The copy has no deleted rows, so it also leaves out their `evidence_files`.
 */
const conditions: Readonly<Record<string, string>> = { evidence_files: "t.state = 'kept'" };

export interface CopiedTable {
  /** Table with its schema, quoted for SQL. */
  name: string;
  /** Columns to fill, quoted and joined for SQL. */
  columns: string;
  /** Query that returns the rows with anonymous values. */
  query: string;
}

const generatedQuery = `
  select format('%s.%s', attrelid::regclass, attname) as name from pg_catalog.pg_attribute
  where attgenerated <> '' and not attisdropped and attnum > 0`;

/** Returns the exported tables that are copied, each without its generated columns. */
export async function readCopiedTables(client: pg.Client): Promise<ExportTable[]> {
  const { rows } = await client.query<{ name: string }>(generatedQuery);
  const generated = new Set(rows.map(({ name }) => name));
  return (await readTables(client))
    .filter((table) => !notCopied.includes(nameOf(table)))
    .map((table) => ({
      ...table,
      columns: table.columns.filter(({ name }) => !generated.has(`${nameOf(table)}.${name}`)),
    }));
}

/** Returns the columns that have no rule, as `table.column`. */
export const columnsWithoutRule = (tables: readonly ExportTable[]): string[] =>
  tables.flatMap((table) =>
    table.columns
      .filter((column) => replacementOf(table, column) === undefined)
      .map(({ name }) => `${nameOf(table)}.${name}`),
  );

/**
 * Returns the copied tables with their queries.
 * @throws StackError that names the columns without a rule.
 */
export function planTables(tables: readonly ExportTable[]): CopiedTable[] {
  const missing = columnsWithoutRule(tables);
  if (missing.length > 0)
    throw new StackError(`No rule says how to anonymise ${missing.join(", ")}. No copy was made.`);
  return tables.map((table) => {
    const values = table.columns.map((column) => replacementOf(table, column));
    const name = `${identifier(table.schema)}.${identifier(table.name)}`;
    return {
      name,
      columns: table.columns.map((column) => identifier(column.name)).join(", "),
      query: `select ${values.join(",\n")} from ${name} t where ${conditions[nameOf(table)] ?? "true"}`,
    };
  });
}
