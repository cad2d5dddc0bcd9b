/**
 * Remembers which parts of the seed a database has had, so that the seed can be called at every start and what people
 * deleted or changed since stays so. The memory is a table of its own, outside the product's schemas.
 */
import type postgres from "postgres";

/** Makes the memory when it is missing. */
export async function prepareMemory(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create schema if not exists seeding;
    create table if not exists seeding.done (part text primary key, at timestamptz not null default now());`);
}

/** Whether the part was done before. */
export async function isDone(sql: postgres.Sql, part: string): Promise<boolean> {
  const [found] = await sql`select 1 from seeding.done where part = ${part}`;
  return found !== undefined;
}

/** Remembers a part whose work cannot be inside a transaction; it must be safe to repeat. */
export async function markDone(sql: postgres.Sql, part: string): Promise<void> {
  await sql`insert into seeding.done (part) values (${part}) on conflict do nothing`;
}

/** Does the work and remembers it, both or neither. Returns null, without a call, when it was done before. */
export async function once<Result>(
  sql: postgres.Sql,
  part: string,
  work: (tx: postgres.TransactionSql) => Promise<Result>,
): Promise<Result | null> {
  if (await isDone(sql, part)) return null;
  let result: Result | null = null;
  await sql.begin(async (tx) => {
    await tx`insert into seeding.done (part) values (${part})`;
    result = await work(tx);
  });
  return result;
}
