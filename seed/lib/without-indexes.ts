/**
 * Speeds up bulk loads. Building indexes and checking references once after the load is many times faster than per row.
 * No log entries are written, because hundreds of thousands of them would be useless. The stored counts for figures are
 * computed from all rows at once.
 */
import type { Transaction } from "#shared/server/sql/sql.ts";

/**
 * Runs `work` without the tables' foreign keys and non-unique indexes, and with their log and figure triggers disabled.
 * Then restores all of these, which checks the references of all rows. Does not recompute the stored counts (see
 * `rebuildFigures`). Runs in the transaction, so an error leaves the tables as they were.
 */
export async function withoutIndexes<Result>(
  tx: Transaction,
  tables: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const recreate: string[] = [];
  for (const table of tables) {
    recreate.push(...(await dropIndexes(tx, table)), ...(await dropReferences(tx, table)));
    await setTriggers(tx, table, "disable");
  }
  const result = await work();
  // Indexes are created first, because the check of references uses them.
  await tx`set local maintenance_work_mem = '256MB'`;
  for (const statement of recreate) await tx.unsafe(statement);
  for (const table of tables) await setTriggers(tx, table, "enable");
  return result;
}

/** Returns the table's name with its schema. The default schema is public. */
export const qualified = (table: string): string => (table.includes(".") ? table : `public.${table}`);

async function dropIndexes(tx: Transaction, table: string): Promise<string[]> {
  const indexes = await tx<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid = ${qualified(table)}::regclass and not i.indisunique
    order by name`;
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`);
  return indexes.map(({ definition }) => definition);
}

async function dropReferences(tx: Transaction, table: string): Promise<string[]> {
  const references = await tx<{ name: string; owner: string; definition: string }[]>`
    select quote_ident(conname) as name, conrelid::regclass::text as owner, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where conrelid = ${qualified(table)}::regclass and contype = 'f'
    order by name`;
  for (const { name, owner } of references) await tx.unsafe(`alter table ${owner} drop constraint ${name}`);
  return references.map(
    ({ name, owner, definition }) => `alter table ${owner} add constraint ${name} ${definition}`,
  );
}

/** Recomputes the stored counts for figures and the unusual values, after loads that did not update them. */
export async function rebuildFigures(tx: Transaction): Promise<void> {
  await tx`select private.rebuild_figures()`;
  await tx`select private.refresh_unusual_values('infinity')`;
}

async function setTriggers(tx: Transaction, table: string, change: "enable" | "disable"): Promise<void> {
  const triggers = await tx<{ name: string }[]>`
    select quote_ident(tgname) as name from pg_trigger
    where tgrelid = ${qualified(table)}::regclass
      and tgfoid in (
        select oid from pg_proc
        where pronamespace = 'private'::regnamespace
          and proname ~ '^(log_statement|note_stale_rows|note_unusual)$')`;
  for (const { name } of triggers)
    await tx.unsafe(`alter table ${qualified(table)} ${change} trigger ${name}`);
}
