/** What the dialogs of an import say and know of its save. */
import { openQuestions } from "#shared/import/reading/questions.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { reasonProblem } from "#shared/rules/soft-checks.ts";
import type { ImportStep, Preview } from "./import-flow.ts";
import { savable, unusualRows } from "./preview/savable.ts";

export function isSaving(step: ImportStep): boolean {
  const status = step.name === "preview" ? step.save?.status : undefined;
  return status === "saving" || status === "cancelling";
}

export const resumeLabel = (batch: number | undefined): string =>
  batch ? `Resume from batch ${batch}` : "Resume";

/** "30 participants" */
export const countText = (record: AnyRecord, count: number): string =>
  `${formatNumber(count)} ${count === 1 ? record.noun.one : record.noun.many}`;

/** Why nothing would be saved; null where something would. */
export function outcomeText(preview: Preview, nothing: string): string | null {
  const open = openQuestions(preview.prepared.reading.questions).length;
  if (open > 0) return `Answer ${open === 1 ? "the question" : `the ${open} questions`} above first.`;
  const unusual = unusualRows(preview).length;
  if (unusual > 0 && !preview.unusual.leaveOut && reasonProblem(preview.unusual.reason)) {
    return `Say why the unusual values of ${unusual === 1 ? "the row" : `the ${formatNumber(unusual)} rows`} above are right, or leave ${unusual === 1 ? "it" : "them"} out.`;
  }
  return savable(preview).length === 0 ? nothing : null;
}
