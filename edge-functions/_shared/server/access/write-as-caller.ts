/** Runs a writing transaction of a caller, and turns refusals by the database into readable errors. */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import type { Transaction } from "../db/database.ts";
import { databaseProblem, failingIndex } from "../db/database-problems.ts";
import { isDatabaseError } from "../sql/sql.ts";
import { asCaller, type CallerOptions } from "./as-caller.ts";
import type { Caller } from "./token.ts";

interface Writing extends Pick<CallerOptions, "timeout" | "keyed"> {
  /** Record type that is written, whose field labels appear in error messages. */
  record?: AnyRecord;
  /** Ids of the request's rows, so that an error names the row by its position. */
  ids?: readonly number[];
}

/**
 * Runs `work` as `asCaller` does.
 * @throws Problem that the work throws, or that explains a database error.
 */
export async function writeAsCaller<T>(
  caller: Caller,
  { record, ids = [], ...options }: Writing,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await asCaller(caller, work, { write: true, ...options });
  } catch (error) {
    throw isDatabaseError(error) ? databaseProblem(error, record, failingIndex(error, ids)) : error;
  }
}
