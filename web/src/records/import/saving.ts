/** Messages and state checks for saving rows, shared by the import and paste dialogs. */
import { openQuestions } from "#shared/import/reading/questions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { reasonProblem } from "#shared/rules/soft-checks.ts";
import type { ImportStep, Preview } from "./import-flow.ts";
import { rowsToSave, unusualRows } from "./preview/rows-to-save.ts";

export function isSaving(step: ImportStep): boolean {
  const status = step.name === "preview" ? step.save?.status : undefined;
  return status === "saving" || status === "cancelling";
}

/** True if the user has answered a question about the rows or changed how they are read, which closing would lose. */
export const hasAnswers = ({ choices, textAsZero, decisions, unusual }: Preview): boolean =>
  Object.keys(choices).length > 0 ||
  textAsZero ||
  decisions.size > 0 ||
  unusual.leaveOut ||
  unusual.reason !== "";

export const resumeLabel = (batch: number | undefined): string =>
  batch ? `Resume from batch ${batch}` : "Resume";

/** Returns a count with its noun, such as "30 participants". */
export const countText = (record: AnyRecord, count: number): string =>
  `${formatNumber(count)} ${count === 1 ? record.noun.one : record.noun.many}`;

/** Returns why no rows can be saved; null if some rows can be saved. */
export function reasonNotToSave(preview: Preview): string | null {
  const open = openQuestions(preview.prepared.reading.questions).length;
  if (open > 0) return `Answer ${open === 1 ? "the question" : `the ${open} questions`} above first.`;
  const unusual = unusualRows(preview).length;
  if (unusual > 0 && !preview.unusual.leaveOut && reasonProblem(preview.unusual.reason)) {
    return `Give a reason for the unusual values of ${unusual === 1 ? "the row" : `the ${formatNumber(unusual)} rows`} above, or skip ${unusual === 1 ? "it" : "them"}.`;
  }
  if (rowsToSave(preview).length > 0) return null;
  const hasErrors = preview.rows.some((row) => row.class === "wrong");
  return hasErrors ? "No rows can be saved. Fix the errors first." : "There are no rows to save.";
}
