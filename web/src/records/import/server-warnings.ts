/**
 * Fetches the warnings that the server computes from stored rows. Such a warning is about a value at least ten times as
 * large as the largest value of the previous quarter (`softChecks`, `tenfold`).
 */
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { OpenCheck } from "#shared/validate/soft-checks.ts";
import { api } from "../../lib/http/api.ts";

/** Returns the rows with all their warnings. Sends no request if no check needs the server. */
export async function addServerWarnings(
  record: AnyRecord,
  rows: readonly ClassifiedRow[],
  signal: AbortSignal,
): Promise<readonly ClassifiedRow[]> {
  if (!record.softChecks?.some(({ kind }) => kind === "tenfold")) return rows;
  const sent = rows.flatMap((row) => {
    const payload = row.payload ?? row.options[0]?.payload;
    return payload ? [{ row: row.row, payload }] : [];
  });
  const asked = new Map<number, OpenCheck[]>();
  const payloads = sent.map(({ payload }) => payload);
  for (const { index, ...open } of await api.softChecks(record.path, payloads, signal)) {
    const row = sent[index]?.row;
    if (row !== undefined) asked.set(row, [...(asked.get(row) ?? []), open]);
  }
  return rows.map((row) => ({ ...row, unusualValues: asked.get(row.row) ?? row.unusualValues }));
}
