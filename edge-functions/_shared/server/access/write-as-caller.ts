/** A transaction of the caller's that writes, and whose refusals by the database reach the caller in words. */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import type { Transaction } from "../db/database.ts";
import { databaseProblem } from "../db/database-problems.ts";
import { isDatabaseError } from "../sql/sql.ts";
import { asCaller, type CallerOptions } from "./as-caller.ts";
import type { Caller } from "./token.ts";

interface Writing extends Pick<CallerOptions, "timeout" | "keyed"> {
  /** What is written, to name its fields. */
  record?: AnyRecord;
}

/** Runs `work` as `asCaller` does. @throws Problem what the work throws, or what the database refuses. */
export async function writeAsCaller<T>(
  caller: Caller,
  { record, ...options }: Writing,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await asCaller(caller, work, { write: true, ...options });
  } catch (error) {
    throw isDatabaseError(error) ? databaseProblem(error, record) : error;
  }
}
