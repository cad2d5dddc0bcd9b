/**
 * Records in a table which parts of the seed a database has received. So a later start does not restore data that users
 * deleted or changed. The table is outside the product's schemas.
 */
import type { Database, Transaction } from "#shared/server/sql/sql.ts";

/** Creates the table of the completed parts of the seed if it is missing. */
export async function prepareMemory(sql: Database): Promise<void> {
  await sql.unsafe(`
    create schema if not exists seeding;
    create table if not exists seeding.done (part text primary key, at timestamptz not null default now());
    create table if not exists seeding.reserved (part text, table_name text, first_id bigint not null, primary key (part, table_name));`);
}

/** Checks whether a part of the seed is recorded as done. */
export async function isDone(sql: Database, part: string): Promise<boolean> {
  const [found] = await sql`select 1 from seeding.done where part = ${part}`;
  return found !== undefined;
}

/**
 * Records a part of the seed as done. Only for a part whose work cannot run inside a transaction and is safe to repeat.
 */
export async function markDone(sql: Database, part: string): Promise<void> {
  await sql`insert into seeding.done (part) values (${part}) on conflict do nothing`;
}

/**
 * Runs `work` for a part of the seed and records the part as done, in one transaction. Returns null without running
 * `work` if the part is already recorded.
 */
export async function once<Result>(
  sql: Database,
  part: string,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result | null> {
  if (await isDone(sql, part)) return null;
  let result: Result | null = null;
  await sql.begin(async (tx) => {
    await tx`insert into seeding.done (part) values (${part})`;
    result = await work(tx);
  });
  return result;
}

/**
 * Reserves row ids for generated rows, which refer to each other by id. Returns the first id per table. The reservation
 * is recorded per part of the seed, so that an interrupted seed continues with the same ids.
 */
export async function reserveIds<Table extends string>(
  tx: Transaction,
  part: string,
  wanted: Readonly<Record<Table, number>>,
): Promise<Record<Table, number>> {
  const first = {} as Record<Table, number>;
  for (const [table, rows] of Object.entries(wanted) as [Table, number][]) {
    const [known] = await tx<{ first_id: number }[]>`
      select first_id::float8 from seeding.reserved where part = ${part} and table_name = ${table}`;
    first[table] = known?.first_id ?? (await reserve(tx, table, rows));
    if (!known) await tx`insert into seeding.reserved values (${part}, ${table}, ${first[table]})`;
  }
  return first;
}

async function reserve(tx: Transaction, table: string, rows: number): Promise<number> {
  const [sequence] = await tx<{ name: string; first: number }[]>`
    select s.name, nextval(s.name::regclass)::float8 as first
    from (select pg_get_serial_sequence(${`public.${table}`}, 'id') as name) s`;
  if (!sequence) throw new Error(`${table} has no id of its own`);
  if (rows > 1) await tx`select setval(${sequence.name}::regclass, ${sequence.first + rows - 1})`;
  return sequence.first;
}
