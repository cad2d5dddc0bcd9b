/**
 * Describes the result of a bulk action in sentences. The row counts in the sentences add up to all rows of the action.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { type Bulk, remainingCount, type SeenRow } from "./bulk-run.ts";
import { rowsText } from "./chosen.ts";

/** Words that describe a bulk action on screen. */
export interface BulkWords {
  /** Present participle, such as "Approving". */
  doing: string;
  /** State of the rows after the action, such as "approved". */
  did: string;
  /** Words for rows that already had the new state. Default: "already" and the value of `did`. */
  already?: string;
}

/**
 * Returns the number of rows that the action has handled: changed rows, refused rows, and rows that needed no change.
 */
export const handledCount = (bulk: Bulk<SeenRow, unknown>): number => bulk.all - remainingCount(bulk);

/** True if the action ended and no row was refused. */
export const hasFullySucceeded = ({ status, refused }: Bulk<SeenRow, unknown>): boolean =>
  status === "ended" && refused.length === 0;

export function bulkSummary(
  bulk: Bulk<SeenRow, unknown>,
  record: Pick<AnyRecord, "noun">,
  { did, already = `already ${did}` }: BulkWords,
): string[] {
  const { done, same, refused, unsure, step } = bulk;
  const returned = refused.filter((row) => row.returned).length;
  const others = refused.length - returned;
  const left = remainingCount(bulk) - (unsure ? step.length : 0);
  const sentence = (number: number, words: string) =>
    number > 0 ? [`${rowsText(record, number)}: ${words}.`] : [];
  return [
    `${rowsText(record, done.length)}: ${did}.`,
    ...sentence(same, already),
    ...sentence(returned, "skipped (returned, not resubmitted)"),
    ...sentence(others, "refused, not changed"),
    ...(unsure
      ? [
          `${rowsText(record, step.length)}: possibly ${did}. The connection was lost before the response. Continue to find out. No row is changed twice.`,
        ]
      : []),
    ...sentence(left, "not started"),
  ];
}
