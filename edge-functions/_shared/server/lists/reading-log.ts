/**
 * Logs which rows with sensitive values a caller has read (43_reading_log.sql). The transaction that reads the rows
 * writes the log, so a read that can't be logged fails. Such a transaction runs on the primary, because the replica
 * can't write the log.
 */
import { Problem, type SameRow } from "../../contracts/base/problems.ts";
import { sensitiveAmong } from "../../records/sensitive-among.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asCaller, type CallerOptions } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Table } from "../db/columns.ts";
import { arrayLiteral, Parameters, type Transaction } from "../db/database.ts";
import { isDatabaseError } from "../sql/sql.ts";

const isPersonal = ({ sensitive = [] }: Table): boolean => sensitive.length > 0;

/** Returns the options of a transaction that reads rows of the table for a response. */
export const readingOptions = (table: Table): Pick<CallerOptions, "write" | "replica"> =>
  isPersonal(table) ? { write: "log" } : { replica: true };

/**
 * Returns the SQL expression of the ids to pass to `logRowsSent`; null if the table has no sensitive columns.
 * @param ids SQL expression of an array of ids.
 */
export const idsToLog = (table: Table, ids: string): string =>
  isPersonal(table) ? `(${ids})::bigint[]::text` : "null::text";

/** SQLSTATE codes of a full disk (53100) and of a read-only database (25006). */
const unwritable = /^(53100|25006)$/;

/**
 * Logs that these rows are sent to the caller. The database logs nothing for callers without the Sensitive right.
 * @param ids A Postgres array literal.
 * @throws Problem of kind `unavailable` when the log can't be written.
 */
export async function logRowsSent(tx: Transaction, { name }: Table, ids: string | null): Promise<void> {
  if (ids === null || ids === "{}") return;
  await writeLog(tx, "select private.log_rows_returned($1::text, $2::text::bigint[])", [name, ids]);
}

/**
 * Logs that a response reveals sensitive fields (`fields`) of people without showing their rows, for example by the
 * number of rows that match a filter. The ids stay in the database, because a filter can match all people.
 * @param idsOf Adds its values to the parameters, and returns the SQL expression of an array with the people's ids.
 * @throws Problem of kind `unavailable` when the log can't be written.
 */
export async function logPeopleAsked(
  tx: Transaction,
  { name }: Table,
  idsOf: (parameters: Parameters) => string,
  fields: readonly string[],
): Promise<void> {
  const parameters = new Parameters();
  const ids = idsOf(parameters);
  const given = parameters.add(name, "text");
  // Use MATERIALIZED, because Postgres would otherwise select the ids twice: for the call and for the condition.
  await writeLog(
    tx,
    `with asked as materialized (select ${ids} as ids)
     select private.log_people_asked(${given}, ids, ${parameters.addArray(fields, "text")}) from asked where ids <> '{}'`,
    parameters.values,
  );
}

async function writeLog(tx: Transaction, text: string, values: readonly (string | null)[]): Promise<void> {
  try {
    await tx.unsafe(text, values);
  } catch (error) {
    if (!isDatabaseError(error) || !unwritable.test(error.code)) throw error;
    throw new Problem(
      "unavailable",
      "Personal data cannot be read at the moment, because the database cannot log who reads it. Ask the server administrator.",
    );
  }
}

/**
 * Logs that a response confirms sensitive values, because stored rows have the same values in these fields as a similar
 * row of the request.
 */
export async function logAgreed(
  tx: Transaction,
  record: AnyRecord,
  table: Table,
  similar: readonly SameRow[],
): Promise<void> {
  const confirmed = similar.filter(({ agreed }) => sensitiveAmong(record, agreed).length > 0);
  if (confirmed.length === 0) return;
  const ids = confirmed.map(({ id }) => id);
  const fields = confirmed.flatMap(({ agreed }) => sensitiveAmong(record, agreed));
  await logPeopleAsked(tx, table, (parameters) => parameters.addArray(ids, "bigint"), [...new Set(fields)]);
}

/**
 * Logs the stored rows that the details of a refused request contain or confirm. Uses a new transaction, because the
 * transaction of the request was rolled back.
 */
export async function logRowsInProblem(
  caller: Caller,
  record: AnyRecord,
  table: Table,
  refused: unknown,
): Promise<void> {
  if (!isPersonal(table) || !(refused instanceof Problem)) return;
  const sent = refused.details.flatMap(({ current }) => (current ? [Number(current.id)] : []));
  const similar = refused.details.flatMap(({ same_as = [] }) => same_as);
  if (sent.length + similar.length === 0) return;
  const log = async (tx: Transaction) => {
    await logRowsSent(tx, table, arrayLiteral(sent));
    await logAgreed(tx, record, table, similar);
  };
  await asCaller(caller, log, { write: "log" });
}
