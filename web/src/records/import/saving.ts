/** What the dialogs of an import say and know of its save. */
import type { AnyRecord } from "../../../../edge-functions/_shared/records/types.ts";
import { formatNumber } from "../../../../edge-functions/_shared/rules/numbers.ts";
import type { ImportStep } from "./use-import.ts";

export function isSaving(step: ImportStep): boolean {
  const status = step.name === "preview" ? step.save?.status : undefined;
  return status === "saving" || status === "cancelling";
}

export const resumeLabel = (batch: number | undefined): string =>
  batch ? `Resume from batch ${batch}` : "Resume";

/** "30 participants" */
export const countText = (record: AnyRecord, count: number): string =>
  `${formatNumber(count)} ${count === 1 ? record.noun.one : record.noun.many}`;
