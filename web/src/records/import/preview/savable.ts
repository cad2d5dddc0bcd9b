/** Which rows of a preview are saved, and what is sent for each. */
import type { ClassifiedRow } from "#shared/import/classify.ts";
import { openQuestions } from "#shared/import/reading/questions.ts";
import { reasonField } from "#shared/validate/soft-checks.ts";
import type { PreparedFile } from "./prepare.ts";

/** What somebody has decided about rows that are left out otherwise: the key of one of their options, by row. */
export type Decisions = ReadonlyMap<number, string>;

/** What is said about rows with unusual values: why they are right, or that they stay out. */
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

/** The rows that would be saved but for their unusual values. */
export const unusualRows = ({ rows, decisions }: Pick<Decided, "rows" | "decisions">): ClassifiedRow[] =>
  rows.filter((row) => row.asked.length > 0 && sentFor(row, decisions) !== undefined);

const sentFor = ({ row, payload, options }: ClassifiedRow, decisions: Decisions) =>
  payload ?? options.find(({ key }) => key === decisions.get(row))?.payload;

/** What is sent for each row that is to be saved; nothing as long as it is open how the sheet is to be read. */
export function savable({ rows, decisions, prepared, unusual }: Decided): {
  row: number;
  payload: Readonly<Record<string, unknown>>;
}[] {
  if (openQuestions(prepared.reading.questions).length > 0) return [];
  return rows.flatMap((row) => {
    const sent = sentFor(row, decisions);
    if (!sent || (row.asked.length > 0 && unusual.leaveOut)) return [];
    const reason = row.asked.length > 0 ? { [reasonField]: unusual.reason.trim() } : {};
    return [{ row: row.row, payload: { ...sent, ...reason } }];
  });
}
