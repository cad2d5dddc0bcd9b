/**
 * Rows that the server has refused while an import was saved. The preview can't foresee each refusal: a user can't see
 * all rows of a higher office, so a reference to such a row may be right. When the file is checked again, these rows are
 * errors, so that the user can save the other rows.
 */
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import { cellAddress } from "#shared/import/reading/cells.ts";
import type { Layout } from "#shared/import/reading/headings.ts";
import { rowsToSave } from "./rows-to-save.ts";

/** A failed batch: the refused rows, as indexes into all rows to save, and whether they broke a rule. */
interface Failure {
  rows: readonly { row: number; field?: string | undefined; message: string }[];
  breaksRule?: boolean | undefined;
}

/** The field and the message of each refused row, by the data that was sent. */
export type RefusedRows = ReadonlyMap<string, { field: string; reason: string }>;

const keyOf = (payload: object | null | undefined): string => JSON.stringify(payload);

/** Returns the refused rows with those of a failed batch, if they broke a rule. Other failures can pass. */
export function addRefused(
  before: RefusedRows,
  preview: Parameters<typeof rowsToSave>[0],
  failure: Failure | null | undefined,
): RefusedRows {
  const refused = new Map(before);
  const sent = failure?.breaksRule ? rowsToSave(preview) : [];
  for (const { row, field = "", message } of failure?.rows ?? []) {
    const number = sent[row]?.row;
    const failed = preview.rows.find((one) => one.row === number);
    const option = failed?.options.find(({ key }) => key === preview.decisions.get(failed.row));
    if (failed) refused.set(keyOf(failed.payload ?? option?.payload), { field, reason: message });
  }
  return refused;
}

/** Marks rows as errors that would be sent with the same data as a refused row. */
export function markRefused(
  rows: readonly ClassifiedRow[],
  refused: RefusedRows,
  layout: Layout,
): readonly ClassifiedRow[] {
  if (refused.size === 0) return rows;
  return rows.map((row) => {
    const problem = [row.payload, ...row.options.map(({ payload }) => payload)]
      .map((payload) => refused.get(keyOf(payload)))
      .find((found) => found !== undefined);
    if (!problem) return row;
    const column = layout.columns.indexOf(problem.field);
    const cell = column < 0 ? "" : cellAddress(column, row.row);
    const issue = { ...problem, cell, value: "" };
    return { ...row, class: "wrong", payload: null, options: [], issues: [issue] };
  });
}
