/** Helpers of the tests of the review queue: approve a province's other pending rows, and delete a test's rows. */
import { database } from "./support.ts";

/**
 * Approves all pending rows of a province, so that only the test's own rows wait for review.
 * @returns A function that sets the approved rows back to Pending.
 */
export async function approveOthers(province: string): Promise<() => Promise<void>> {
  const approved = await database(async (sql) => {
    const names = await sql<{ table_name: string }[]>`select table_name from private.record_tables`;
    const changed: { table: string; ids: number[] }[] = [];
    for (const { table_name: table } of names) {
      const rows = await sql<{ id: number }[]>`
        update ${sql(`public.${table}`)} set process_stage = 'Approved'
        where province_name = ${province} and process_stage is distinct from 'Approved' returning id::float8`;
      changed.push({ table, ids: rows.map(({ id }) => id) });
    }
    return changed;
  });
  return () =>
    database(async (sql) => {
      for (const { table, ids } of approved)
        await sql`update ${sql(`public.${table}`)} set process_stage = 'Pending' where id = any (${ids}::bigint[])`;
    });
}

/** Deletes the rows of a test. The ARBO names of these rows begin with `mark`. */
export const deleteMarked = (mark: string, tables: readonly string[]): Promise<void> =>
  database(async (sql) => {
    for (const table of tables)
      await sql`delete from ${sql(`public.${table}`)} where arbo_name like ${`${mark}%`}`;
  });
