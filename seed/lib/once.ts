/**
 * Remembers which parts of the seed a database has had, so that the seed can be called at every start and what people
 * deleted or changed since stays so. The memory is a table of its own, outside the product's schemas.
 */
import type { Database, Transaction } from "#shared/server/sql/sql.ts";

/** Makes the memory when it is missing. */
export async function prepareMemory(sql: Database): Promise<void> {
  await sql.unsafe(`
    create schema if not exists seeding;
    create table if not exists seeding.done (part text primary key, at timestamptz not null default now());
    create table if not exists seeding.reserved (part text, table_name text, first_id bigint not null, primary key (part, table_name));`);
}

/** Whether the part was done before. */
export async function isDone(sql: Database, part: string): Promise<boolean> {
  const [found] = await sql`select 1 from seeding.done where part = ${part}`;
  return found !== undefined;
}

/** Remembers a part whose work cannot be inside a transaction; it must be safe to repeat. */
export async function markDone(sql: Database, part: string): Promise<void> {
  await sql`insert into seeding.done (part) values (${part}) on conflict do nothing`;
}

/** Does the work and remembers it, both or neither. Returns null, without a call, when it was done before. */
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
 * Sets row ids aside for generated rows, which name each other by them, and answers the first of each table. Remembered
 * by part: a seed that was stopped half-way goes on with the same ids.
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
