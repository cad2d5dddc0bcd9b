/** Converts the date cells of a column: partial dates, dates written day first, and serial numbers. */
import type { AnyRecord, Field } from "../../../records/vocabulary/types.ts";
import { dateSystemOffset } from "../../../rules/dates.ts";
import { replaceValue } from "../cell-repairs.ts";
import { cellText, cellValue, type SheetRow } from "../cells.ts";
import { dateEvidence, parseDayFirst, swapDayAndMonth } from "../column-style.ts";
import { columnName } from "../columns.ts";
import { nameRows } from "../questions.ts";
import {
  type CellContext,
  type Column,
  type ColumnStep,
  isOther,
  problem,
  type Step,
  styleOf,
} from "./column-step.ts";

/**
 * Asks about date cells that show only a part of a date. If a user types "Mar 2021", Excel stores March 1, 2021, and if
 * a user types "Mar 15", Excel adds the current year.
 */
export function partialDateStep({ rows, asker }: CellContext, { index, heading }: Column): ColumnStep {
  const isPartial = (row: SheetRow) =>
    row.partialDates?.includes(index) === true && cellValue(row.cells[index]) instanceof Date;
  const partial = rows.filter(isPartial);
  if (partial.length === 0) return null;
  const named = nameRows(partial.map(({ row }) => row)).toLowerCase();
  const text = `${columnName(index, heading)}: ${named} ${partial.length === 1 ? "shows" : "show"} only a part of a date. The spreadsheet stores a whole date (${cellText(partial[0]?.cells[index])}).`;
  const answer = asker.ask(`partial dates ${index}`, text, {
    blank: "Leave these cells blank",
    whole: "Import the stored dates",
  });
  if (answer === null) return "out";
  if (answer === "whole") return null;
  return (cell, row) =>
    isPartial(row) ? replaceValue(cell, null, "only a part of a date; left blank") : undefined;
}

/**
 * Serial numbers of the earliest dates: 1949 in general, and 1908 for a date that always lies in the past, such as a
 * birthday. A smaller number in a date column is rather a count, a year or an ID.
 */
const earliestSerial = { general: 18_000, past: 3_000 };

/** Reports numbers in a date column that are probably not serial numbers of dates, such as "98". */
function bareNumberStep({ pastDates }: AnyRecord, { name }: Field): Step {
  const isPast = pastDates?.some(({ field }) => field === name);
  const earliest = isPast ? earliestSerial.past : earliestSerial.general;
  return (cell) => {
    const value = cellValue(cell);
    const isNumber =
      typeof value === "number" || (typeof value === "string" && /^\d+(?:\.\d+)?$/.test(value.trim()));
    const serial = Number(value);
    // The validator reports years with their own message.
    const isYear = Number.isInteger(serial) && serial >= 1900 && serial <= 2100;
    if (!isNumber || isYear || serial >= earliest) return undefined;
    return problem(cell, `"${cellText(cell).trim()}" is not a date; write it as MM-DD-YYYY`);
  };
}

const dateFormat = /\b(d{1,2}|m{1,2})[-/. ](d{1,2}|m{1,2})[-/. ]y{2,4}\b/i;

/** Detects the order of day and month in a heading such as "Date (DD/MM/YYYY)". */
function orderInHeading(heading: string): "own" | "other" | null {
  const match = dateFormat.exec(heading);
  if (!match) return null;
  return /^d/i.test(match[1] ?? "") ? "other" : "own";
}

/** Decides about the order of day and month, and about dates that Excel stored with the day and the month swapped. */
export function dateStep(
  { record, sheet, asker, remarks }: CellContext,
  column: Column,
  all: readonly Column[],
): ColumnStep {
  const { index, heading, cells } = column;
  const evidence = dateEvidence(cells);
  const name = columnName(index, heading);
  const others = all
    .filter((other) => other !== column)
    .map((other) => ({ heading: other.heading, evidence: dateEvidence(other.cells) }));
  const elsewhere = others.some(
    (other) => isOther(other.evidence) || orderInHeading(other.heading) === "other",
  );
  // This app writes dates as month-day-year, with dashes. In dates with other separators, the day or the month may be
  // first, so the user is asked about the order.
  const ours = evidence.example.includes("-") || others.some((other) => other.evidence.own > 0);
  const order = styleOf(evidence, orderInHeading(heading), elsewhere || !ours, () =>
    asker.ask(
      `dates ${index}`,
      `${name}: is ${evidence.example || "a date"} written day first or month first?`,
      {
        own: "Month first",
        other: "Day first",
      },
    ),
  );
  if (order === null) return "out";
  const steps: Step[] = [];
  if (sheet.date1904) {
    steps.push((cell) =>
      typeof cellValue(cell) === "number"
        ? replaceValue(cell, Number(cellValue(cell)) + dateSystemOffset)
        : undefined,
    );
  }
  if (order === "other") {
    remarks.push(`${name}: dates are read day first, as ${evidence.example || heading} shows.`);
    const real = cells.filter(
      (cell) => cellValue(cell) instanceof Date && swapDayAndMonth(cellValue(cell) as Date),
    );
    // If a user types a date day first, Excel reads it month first. If that date exists, Excel stores it as a real
    // date, with day and month swapped. Otherwise, Excel keeps the typed text.
    let swap = false;
    if (real.length > 0 && evidence.other > 0) {
      const text = `${name}: ${real.length === 1 ? "a cell is a real date" : `${real.length} cells are real dates`} beside texts such as ${evidence.example}. Excel may have swapped day and month (${cellText(real[0])}).`;
      const answer = asker.ask(`exchanged ${index}`, text, {
        right: "The dates are right",
        swap: "Swap day and month",
      });
      if (answer === null) return "out";
      swap = answer === "swap";
    }
    steps.push((cell) => {
      const value = cellValue(cell);
      if (swap && value instanceof Date && swapDayAndMonth(value))
        return replaceValue(cell, swapDayAndMonth(value), "day and month swapped");
      const day = parseDayFirst(cell);
      return day ? replaceValue(cell, day) : undefined;
    });
  }
  steps.push(bareNumberStep(record, column.field));
  return (cell, row) => steps.reduce((now, step) => step(now, row) ?? now, cell);
}
