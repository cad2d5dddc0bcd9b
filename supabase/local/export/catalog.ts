/** Reads the exported tables from the database's catalog: columns, types, keys, comments and relations. */
import type pg from "pg";
import { isExported, searchColumn } from "./tables.ts";

export interface ExportColumn {
  name: string;
  /** Type as Postgres writes it, such as `numeric(14,2)`. */
  type: string;
  kind: "array" | "boolean" | "json" | "moment" | "plain";
  required: boolean;
  /** Comment of the column in the database; null if it has no comment. */
  meaning: string | null;
  /** Conditions of the check constraints that concern only the column, as Postgres writes them. */
  checks: string[];
  /** Columns that the column refers to, as `table.column`. */
  refersTo: string[];
  sensitive: boolean;
}

export interface ExportTable {
  schema: string;
  name: string;
  /** Relation from which the rows are read: the table, or a view that also has the table's sensitive columns. */
  source: string;
  meaning: string | null;
  /** Columns of the primary key, which orders the rows. */
  key: string[];
  columns: ExportColumn[];
}

/** Name of a table in the export: without the schema, if the schema is public. */
export const nameOf = ({ schema, name }: Pick<ExportTable, "schema" | "name">): string =>
  schema === "public" ? name : `${schema}.${name}`;

const tablesQuery = `
  select n.nspname as schema, c.relname as name, c.oid::int as id, obj_description(c.oid, 'pg_class') as meaning,
    format('%I.%I', n.nspname, c.relname) as source,
    array(select a.attname::text from pg_catalog.pg_index i, unnest(i.indkey::int[]) with ordinality k (n, place)
      join pg_catalog.pg_attribute a on a.attnum = k.n
      where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid order by k.place) as key
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname in ('public', 'personal', 'private') order by 1, 2`;

const columnsQuery = `
  select a.attrelid::int as id, a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
    case when y.typcategory = 'A' then 'array' when y.typname in ('json', 'jsonb') then 'json'
      when y.typname = 'bool' then 'boolean' when y.typname in ('timestamptz', 'timestamp') then 'moment'
      else 'plain' end as kind,
    a.attnotnull as required, col_description(a.attrelid, a.attnum) as meaning,
    array(select pg_get_expr(k.conbin, k.conrelid) from pg_catalog.pg_constraint k
      where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum] order by 1) as checks,
    array(select format('%s.%s', k.confrelid::regclass, f.attname) from pg_catalog.pg_constraint k
      cross join lateral unnest(k.conkey, k.confkey) p (own, other)
      join pg_catalog.pg_attribute f on f.attrelid = k.confrelid and f.attnum = p.other
      where k.conrelid = a.attrelid and k.contype = 'f' and p.own = a.attnum order by 1) as "refersTo",
    exists (select from private.sensitive_columns s join pg_catalog.pg_class c on c.relname = s.table_name
      where c.oid = a.attrelid and s.column_name = a.attname) as sensitive
  from pg_catalog.pg_attribute a join pg_catalog.pg_type y on y.oid = a.atttypid
  where a.attrelid = any ($1::oid[]) and a.attnum > 0 and not a.attisdropped and a.attname <> $2
  order by a.attrelid, a.attnum`;

/** Returns the exported tables, sorted by name. Run it as the owner of the tables. */
export async function readTables(client: pg.Client): Promise<ExportTable[]> {
  const found = await client.query<Omit<ExportTable, "columns"> & { id: number }>(tablesQuery);
  const wanted = found.rows.filter(({ schema, name }) => isExported(`${schema}.${name}`));
  const { rows } = await client.query<ExportColumn & { id: number }>(columnsQuery, [
    wanted.map(({ id }) => id),
    searchColumn,
  ]);
  return wanted.map(({ id, ...table }) => ({
    ...table,
    columns: rows.filter((column) => column.id === id).map(({ id: _, ...column }) => column),
  }));
}
