/** Runs work in a transaction that is rolled back, so that a test leaves nothing in the database. */
import type { Transaction } from "#shared/server/db/database.ts";
import type { Database } from "#shared/server/sql/sql.ts";

/** @returns The result of `work`. @throws Errors of `work`. */
export async function rolledBack<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const results: T[] = [];
  const rollback = new Error("rolled back");
  await database
    .begin(async (tx) => {
      results.push(await work(tx));
      throw rollback;
    })
    .catch((problem: unknown) => {
      if (problem !== rollback) throw problem;
    });
  return results[0] as T;
}
