/** Searches the files of a folder for strings, and reads a whole database as text. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { ByteSearch } from "../../supabase/local/anonymize/byte-search.ts";

/** Lists the paths of all files in a folder and its subfolders. */
export const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());

/** Returns the files of a folder that contain any of the strings, each with the strings that it contains. */
export function findInFiles(search: ByteSearch, folder: string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const file of filesUnder(folder)) {
    const texts = search.in(readFileSync(file));
    if (texts.size > 0) found[file] = [...texts];
  }
  return found;
}

/** Reads a query's rows in the text format of COPY. */
export async function copyText(client: pg.Client, query: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of client.query(copyTo(`copy (${query}) to stdout`))) parts.push(part);
  return Buffer.concat(parts);
}

/**
 * Returns the rows of all tables of a database as text, by table name. Includes the planner's statistics, which contain
 * values of the tables. Replaces pg_dump, which the embedded Postgres lacks.
 */
export async function dumpTables(client: pg.Client): Promise<Map<string, Buffer>> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema')
      and n.nspname not like 'pg_toast%' order by 1`);
  const dump = new Map<string, Buffer>();
  for (const { name } of rows) dump.set(name, await copyText(client, `select * from ${name}`));
  dump.set("pg_statistic", await copyText(client, "select s::text from pg_catalog.pg_statistic s"));
  return dump;
}
