/** What came of an act on many rows, in sentences that add up to all of its rows. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { type Bulk, leftOf, type SeenRow } from "./bulk-run.ts";
import { rowsText } from "./chosen.ts";

/** What an act is called. */
export interface BulkWords {
  /** What is being done: "Approving". */
  doing: string;
  /** What rows are afterwards: "approved". */
  did: string;
  /** What rows are called that were so before; the same with "already" unless it is said. */
  already?: string;
}

/** Rows that are done, refused, or that needed nothing. */
export const handledOf = (bulk: Bulk<SeenRow, unknown>): number => bulk.all - leftOf(bulk);

/** Whether every row is as it was meant to be. */
export const isClean = ({ status, refused }: Bulk<SeenRow, unknown>): boolean =>
  status === "ended" && refused.length === 0;

const they = (number: number): string => (number === 1 ? "it was" : "they were");

export function accountOf(
  bulk: Bulk<SeenRow, unknown>,
  record: Pick<AnyRecord, "noun">,
  { did, already = `${did} already` }: BulkWords,
): string[] {
  const { done, same, refused, unsure, step } = bulk;
  const returned = refused.filter((row) => row.returned).length;
  const others = refused.length - returned;
  const left = leftOf(bulk) - (unsure ? step.length : 0);
  const said = (number: number, words: string) =>
    number > 0 ? [`${rowsText(record, number)}: ${words}.`] : [];
  return [
    `${rowsText(record, done.length)}: ${did}.`,
    ...said(same, already),
    ...said(returned, "returned, and left out"),
    ...said(others, `refused, and left as ${they(others)}`),
    ...(unsure
      ? [
          `${rowsText(record, step.length)}: ${did}, or as before. The answer was lost on its way. Going on finds out, and does nothing twice.`,
        ]
      : []),
    ...said(left, `not begun, and left as ${they(left)}`),
  ];
}
