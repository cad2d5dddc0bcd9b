/**
 * Streams rows with replaced values from the original into the database of the copy. The copy's database never receives
 * an original value, so none remains in old row versions or in the WAL.
 */
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { valueSettings } from "../export/table-files.ts";
import type { CopiedTable } from "./tables.ts";

/** Triggers that compute columns and tables from rows. Only these triggers run while rows are copied. */
const computing = ["write_search_text", "copy_sensitive_insert"];

/**
 * Enables the triggers in `computing`. With "enable replica", they run only while session_replication_role is
 * `replica`, which disables all other triggers. "enable" restores the default.
 */
async function setComputing(copy: pg.Client, how: "enable replica" | "enable"): Promise<void> {
  const { rows } = await copy.query<{ statement: string }>(
    `select format('alter table %s ${how} trigger %I', tgrelid::regclass, tgname) as statement
     from pg_catalog.pg_trigger where tgname = any ($1)`,
    [computing],
  );
  for (const { statement } of rows) await copy.query(statement);
}

/**
 * Copies the rows of all tables in one transaction, and then computes the figures. Foreign keys and all triggers except
 * those in `computing` are disabled. So the user log stays empty, and the order of the tables does not matter.
 * @returns Number of copied rows.
 */
export async function copyRows(
  original: pg.Client,
  copy: pg.Client,
  tables: readonly CopiedTable[],
  signal: AbortSignal,
): Promise<number> {
  await original.query("begin isolation level repeatable read");
  await original.query(valueSettings);
  await copy.query("begin");
  await copy.query(`${valueSettings}; set local session_replication_role = replica`);
  await setComputing(copy, "enable replica");
  let count = 0;
  for (const { name, columns, query } of tables) {
    await copy.query(`delete from ${name}`);
    const target = copy.query(copyFrom(`copy ${name} (${columns}) from stdin`));
    await pipeline(original.query(copyTo(`copy (${query}) to stdout`)), target, { signal });
    count += target.rowCount;
  }
  await setComputing(copy, "enable");
  await copySequences(original, copy);
  await copy.query("commit");
  await original.query("rollback");
  await copy.query("select private.rebuild_figures()");
  await copy.query("analyze");
  return count;
}

/**
 * Copies the values of the id sequences. So a new row of the copy never gets the id of an original row, even of a
 * deleted one.
 */
async function copySequences(original: pg.Client, copy: pg.Client): Promise<void> {
  const { rows } = await original.query<{ name: string; value: string }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value as value
    from pg_catalog.pg_sequences where schemaname = 'public' and last_value is not null`);
  for (const { name, value } of rows)
    await copy.query("select setval($1::regclass, $2::bigint)", [name, value]);
}
