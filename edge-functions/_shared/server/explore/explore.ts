/**
 * `POST /api/explore`: computes one value over the rows of a record type, grouped by fields. The query runs as the
 * caller, so the policies decide which rows are counted.
 */

import { Problem } from "../../contracts/base/problems.ts";
import { type Exploration, type ExploreAnswer, mostColumns } from "../../contracts/explore.ts";
import { sensitiveAmong } from "../../records/sensitive-among.ts";
import { asCaller } from "../access/as-caller.ts";
import { cancellable } from "../access/cancellable.ts";
import type { Caller } from "../access/token.ts";
import type { Transaction } from "../db/database.ts";
import { Limiter } from "../http/limiter.ts";
import { WaitProblem } from "../http/responses.ts";
import {
  answerOptions,
  logQuestions,
  ownQuestion,
  relatedQuestions,
  sensitiveFields,
} from "../lists/sensitive-questions.ts";
import { watchQueue } from "../observe/metrics.ts";
import { exploreQuery } from "./explore-query.ts";

/** Timeout in milliseconds of a query of the Explore screen. */
const timeout = 20_000;
/**
 * Limits the concurrent queries of the Explore screen, per function and per user, because each query may read a whole
 * table.
 */
const places = new Limiter(4, 2);
watchQueue("explore", () => places.waitingCount);
const patience = 10_000;

/**
 * Runs a query of the Explore screen, and returns the values as a table.
 * @param signal Aborted when the client ends the request. Postgres then cancels the statement.
 * @throws Problem of kind `rule` when the field of the columns has too many values; of kind `too_many` when too many
 * queries of the Explore screen are running.
 */
export async function answerQuestion(
  caller: Caller,
  question: Exploration,
  signal: AbortSignal,
): Promise<ExploreAnswer> {
  const leave = await places.acquire(caller.userId, patience);
  if (!leave)
    throw new WaitProblem("Too many questions are being answered now. Try again in a few seconds.", 10);
  try {
    const questions = questionsOf(question);
    const answer = async (tx: Transaction) => {
      await logQuestions(tx, questions);
      return readAnswer(tx, question);
    };
    const options = answerOptions(questions, { timeout, replica: true });
    return await asCaller(caller, (tx) => cancellable(tx, signal, () => answer(tx)), options);
  } finally {
    leave();
  }
}

/**
 * Returns the uses of sensitive fields that must be logged: one entry for the counted rows, if the exploration uses
 * their sensitive fields, and one entry per condition on sensitive fields of related people.
 */
function questionsOf({ record, rows, columns, measured, filter }: Exploration) {
  const used = [...rows, ...(columns ? [columns] : [])].map(({ column }) => column.name);
  const groups = sensitiveAmong(record, [...used, ...(measured ? [measured.name] : [])]);
  const fields = [...new Set([...groups, ...sensitiveFields(record, filter)])];
  return [...ownQuestion(record, filter, fields), ...relatedQuestions(filter)];
}

type Cell = [
  ofAllRows: boolean,
  ofAllColumns: boolean,
  rank: number,
  firstKey: Key,
  secondKey: Key,
  columnKey: Key,
  value: number | null,
  isMixed: boolean,
];
type Key = string | number | boolean | null;

async function readAnswer(tx: Transaction, question: Exploration): Promise<ExploreAnswer> {
  const { text, parameters } = exploreQuery(question);
  const [row] = await tx.unsafe<{ row_count: number; column_count: number; cells: string }[]>(
    text,
    parameters.values,
  );
  const { columns } = question;
  const columnCount = row?.column_count ?? 0;
  if (columns && columnCount > mostColumns) {
    const message = `${columns.name} has ${columnCount} values, and a table has at most ${mostColumns} columns. Use it as a row.`;
    throw new Problem("rule", message, [{ field: "columns", message }]);
  }
  const cells: Cell[] = JSON.parse(row?.cells ?? "[]");
  return { ...tableOf(question, cells), row_count: question.rows.length > 0 ? (row?.row_count ?? 0) : 0 };
}

/** Builds the table of the response from the cells that the statement returned. */
function tableOf(question: Exploration, cells: readonly Cell[]): Omit<ExploreAnswer, "row_count"> {
  const columns: Key[] = [];
  const columnTotals: (number | null)[] = [];
  const rows = new Map<number, ExploreAnswer["rows"][number]>();
  let total: number | null = null;
  for (const [ofAllRows, ofAllColumns, , , , column, value] of cells) {
    if (!ofAllRows) continue;
    if (ofAllColumns) total = value;
    else {
      columns.push(column);
      columnTotals.push(value);
    }
  }
  const place = new Map(columns.map((column, at) => [column, at]));
  for (const [ofAllRows, ofAllColumns, rank, first, second, column, value] of cells) {
    if (ofAllRows) continue;
    const keys = [first, second].slice(0, question.rows.length);
    const row = rows.get(rank) ?? { keys, values: columns.map(() => emptyValue(question)), total: null };
    if (ofAllColumns) row.total = value;
    else row.values[place.get(column) ?? 0] = value;
    rows.set(rank, row);
  }
  const isMixed = cells.some((cell) => cell[7]);
  return {
    total,
    columns,
    column_totals: columnTotals,
    rows: [...rows.values()],
    ...(isMixed ? { mixed_units: mixedUnits(question) } : {}),
  };
}

/**
 * Value of a table cell for which no record was found: 0 for counts and sums, null for average, minimum and maximum.
 */
const emptyValue = ({ measure }: Exploration): number | null =>
  measure === "count" || measure === "distinct" || measure === "sum" ? 0 : null;

function mixedUnits({ record, measured, unit }: Exploration): string {
  const labelOf = (name: string | undefined) =>
    record.fields.find((field) => field.name === name)?.label ?? String(name);
  return `${labelOf(measured?.name)} has different units, which cannot be added. Group by ${labelOf(unit?.name)}, or filter by one unit.`;
}
