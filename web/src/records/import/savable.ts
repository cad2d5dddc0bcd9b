/** Which rows of a preview are saved, and what is sent for each. */
import type { ClassifiedRow } from "../../../../edge-functions/_shared/import/classify.ts";
import { openQuestions } from "../../../../edge-functions/_shared/import/questions.ts";
import type { PreparedFile } from "./prepare.ts";

/** What somebody has decided about rows that are left out otherwise: the key of one of their options, by row. */
export type Decisions = ReadonlyMap<number, string>;

/** What is sent for each row that is to be saved; nothing as long as it is open how the sheet is to be read. */
export function savable({
  rows,
  decisions,
  prepared,
}: {
  rows: readonly ClassifiedRow[];
  decisions: Decisions;
  prepared: PreparedFile;
}): {
  row: number;
  payload: Readonly<Record<string, unknown>>;
}[] {
  if (openQuestions(prepared.reading.questions).length > 0) return [];
  return rows.flatMap(({ row, payload, options }) => {
    const sent = payload ?? options.find(({ key }) => key === decisions.get(row))?.payload;
    return sent ? [{ row, payload: sent }] : [];
  });
}
