/**
 * The columns of a table as the database has them: their types decide how filters are read and how values sort. Read
 * once a process; a migration that changes columns comes with a new deployment.
 */
import { gateway, identifier } from "./database.ts";

export interface Column {
  name: string;
  /** As Postgres writes it: text, integer, bigint, numeric, date, text[], … */
  type: string;
  hasDefault: boolean;
}

export interface Table {
  name: string;
  /** What is read: the table or a view of its rows, quoted, with its schema. */
  sql: string;
  /** What a signed-in user may read, without the search column, in the order of the table. */
  columns: ReadonlyMap<string, Column>;
}

/** Schema and name of a table or view, which is named without its schema where that is public. */
function schemaAndName(relation: string): [string, string] {
  const [name = "", schema = "public"] = relation.split(".").reverse();
  return [schema, name];
}

/** A table or view as statements name it. */
export const relationSql = (relation: string): string => schemaAndName(relation).map(identifier).join(".");

const tables = new Map<string, Promise<Table>>();

/**
 * @param view Read instead of the table, where some columns are for a right only (registry: `reads`); with its schema,
 * unless that is public.
 * @throws an Error when there is no such table, or nobody may read it.
 */
export function tableNamed(name: string, view = name): Promise<Table> {
  const known = tables.get(view);
  if (known) return known;
  const reading = readTable(name, view);
  tables.set(view, reading);
  reading.catch(() => tables.delete(view));
  return reading;
}

async function readTable(name: string, view: string): Promise<Table> {
  const [schema, relation] = schemaAndName(view);
  const rows = await gateway().unsafe<{ name: string; type: string; has_default: boolean }[]>(
    `select a.attname as name, format_type(a.atttypid, null) as type, a.atthasdef as has_default
     from pg_catalog.pg_attribute a
     join pg_catalog.pg_class c on c.oid = a.attrelid
     where c.relnamespace = $1::text::regnamespace and c.relname = $2::text and a.attnum > 0 and not a.attisdropped
       and a.attname <> 'search_text' and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
     order by a.attnum`,
    [schema, relation],
  );
  if (rows.length === 0)
    throw new Error(`The table ${schema}.${relation} is missing, or nobody may read it.`);
  const columns = rows.map((row) => ({ name: row.name, type: row.type, hasDefault: row.has_default }));
  return {
    name,
    sql: relationSql(view),
    columns: new Map(columns.map((column) => [column.name, column])),
  };
}

/** The list of all columns, for a select. */
export const columnList = (table: Table, prefix = ""): string =>
  [...table.columns.keys()].map((name) => prefix + identifier(name)).join(", ");
