/** Selects the rows of a preview that the import saves, with the data to send for each row. */
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import { openQuestions } from "#shared/import/reading/questions.ts";
import { reasonField } from "#shared/validate/soft-checks.ts";
import type { PreparedFile } from "./prepare.ts";

/** The user's decisions about rows that are skipped by default: the key of the chosen option, by row number. */
export type Decisions = ReadonlyMap<number, string>;

/** The user's answer about rows with unusual values: a reason for saving the rows, or the choice to skip them. */
export interface UnusualAnswer {
  reason: string;
  leaveOut: boolean;
}

interface Decided {
  rows: readonly ClassifiedRow[];
  decisions: Decisions;
  prepared: PreparedFile;
  unusual: UnusualAnswer;
}

/** Returns the rows with unusual values that the import saves, unless the user skips such rows. */
export const unusualRows = ({ rows, decisions }: Pick<Decided, "rows" | "decisions">): ClassifiedRow[] =>
  rows.filter((row) => row.unusualValues.length > 0 && sentFor(row, decisions) !== undefined);

const sentFor = ({ row, payload, options }: ClassifiedRow, decisions: Decisions) =>
  payload ?? options.find(({ key }) => key === decisions.get(row))?.payload;

/**
 * Returns the rows to save with their data. Returns no rows until the user has answered all questions about reading the
 * sheet.
 */
export function rowsToSave({ rows, decisions, prepared, unusual }: Decided): {
  row: number;
  payload: Readonly<Record<string, unknown>>;
}[] {
  if (openQuestions(prepared.reading.questions).length > 0) return [];
  return rows.flatMap((row) => {
    const sent = sentFor(row, decisions);
    if (!sent || (row.unusualValues.length > 0 && unusual.leaveOut)) return [];
    const reason = row.unusualValues.length > 0 ? { [reasonField]: unusual.reason.trim() } : {};
    return [{ row: row.row, payload: { ...sent, ...reason } }];
  });
}
