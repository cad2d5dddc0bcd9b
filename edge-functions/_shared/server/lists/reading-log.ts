/**
 * Logs which rows a caller is answered with sensitive values (43_reading_log.sql), in the transaction that reads them: a
 * read that cannot be logged fails. So such rows are read from the primary, in a transaction that may write the log.
 */
import { Problem } from "../../contracts/problems.ts";
import { asCaller, type CallerOptions } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Table } from "../db/columns.ts";
import { arrayLiteral, type Transaction } from "../db/database.ts";
import { isDatabaseError } from "../sql/sql.ts";

const isPersonal = ({ sensitive = [] }: Table): boolean => sensitive.length > 0;

/** How rows of the table are read for an answer. */
export const readingOptions = (table: Table): Pick<CallerOptions, "write" | "replica"> =>
  isPersonal(table) ? { write: "log" } : { replica: true };

/** An expression of SQL for the ids that `logRowsAnswered` takes: null where it needs none. @param ids An array of them. */
export const idsToLog = (table: Table, ids: string): string =>
  isPersonal(table) ? `(${ids})::bigint[]::text` : "null::text";

/** A disk that is full, and a database that takes no changes. */
const unwritable = /^(53100|25006)$/;

/**
 * Logs that the caller is answered these rows; the database leaves out callers without the right Sensitive.
 * @param ids An array literal of Postgres. @throws Problem unavailable where the log cannot be written.
 */
export async function logRowsAnswered(tx: Transaction, { name }: Table, ids: string | null): Promise<void> {
  if (ids === null || ids === "{}") return;
  try {
    await tx.unsafe("select private.log_rows_answered($1::text, $2::text::bigint[])", [name, ids]);
  } catch (error) {
    if (!isDatabaseError(error) || !unwritable.test(error.code)) throw error;
    throw new Problem(
      "unavailable",
      "Personal data cannot be read at the moment, because the database cannot log who reads it. Ask whoever runs the server.",
    );
  }
}

/** Logs the stored rows that a refused save names in its details; its own transaction is undone. */
export async function logRowsNamed(caller: Caller, table: Table, refused: unknown): Promise<void> {
  if (!isPersonal(table) || !(refused instanceof Problem)) return;
  const ids = refused.details.flatMap(({ current }) => (current ? [Number(current.id)] : []));
  if (ids.length === 0) return;
  await asCaller(caller, (tx) => logRowsAnswered(tx, table, arrayLiteral(ids)), { write: "log" });
}
