/** Converts the text cells of a column: numbered names, IDs such as "none", and numbers that Excel turned into dates. */
import { isPlaceholder, readsPlaceholderAsBlank } from "../../../validate/placeholders.ts";
import { replaceValue } from "../cell-repairs.ts";
import { cellText, cellValue, isBlankCell, type RawCell } from "../cells.ts";
import { columnName } from "../columns.ts";
import { areNumbered, nameWithoutFootnote, withoutNumber } from "../text-repairs.ts";
import { type CellContext, type Column, type ColumnStep, problem } from "./column-step.ts";

/** Asks whether to remove row numbers in front of names, such as "1. Ani". */
export function numberedStep(
  { record, asker }: CellContext,
  { index, field, heading, cells }: Column,
): ColumnStep {
  const texts = cells.filter((cell) => !isBlankCell(cell)).map((cell) => cellText(cell).trim());
  if (field.name !== record.title || !areNumbered(texts)) return null;
  const text = `${columnName(index, heading)}: the names begin with numbers (${texts[0]}). Are the numbers part of the names?`;
  const answer = asker.ask(`numbered ${index}`, text, {
    out: "No, remove the numbers",
    in: "Yes, keep the numbers",
  });
  if (answer === null) return "out";
  if (answer === "in") return null;
  return (cell) => {
    const value = cellValue(cell);
    return typeof value === "string" ? replaceValue(cell, withoutNumber(value.trim())) : undefined;
  };
}

const wholeDigits = 15;

/**
 * True if the text that a number cell shows lacks digits of the number: "2.02E+11" for 202100123456, or "202" for 202100
 * in thousands. Different IDs can show the same text. A rounded number with decimals keeps its shown text.
 */
function hidesDigits(cell: RawCell, value: number): boolean {
  const shown = cellText(cell);
  if (/\dE[+-]?\d/i.test(shown)) return true;
  return Number.isInteger(value) && !shown.replace(/\D/g, "").includes(String(Math.abs(value)));
}

/** Handles texts: IDs such as "none", long numbers that Excel cut short, and numbers that Excel turned into dates. */
export function textStep(
  { record, asker }: CellContext,
  { index, field, heading, cells }: Column,
): ColumnStep {
  if (field.kind !== "text" && field.kind !== "long_text") return null;
  const days = field.kind === "text" ? cells.filter((cell) => cellValue(cell) instanceof Date) : [];
  let asDays: "text" | "blank" | null = null;
  if (days.length > 0) {
    const text = `${columnName(index, heading)}: ${days.length === 1 ? "a cell is a date" : `${days.length} cells are dates`} (${cellText(days[0])}). Excel turns numbers such as 9-3521 into dates.`;
    asDays = asker.ask(`days ${index}`, text, {
      blank: "Leave these cells blank",
      text: "Import the dates as text",
    });
    if (asDays === null) return "out";
  }
  const blanks = readsPlaceholderAsBlank(record, field);
  return (cell) => {
    const value = cellValue(cell);
    if (value instanceof Date) {
      return asDays === "blank"
        ? replaceValue(cell, null, "a date; left blank")
        : replaceValue(cell, cellText(cell), "a date; imported as text");
    }
    if (typeof value === "number" && (Math.abs(value) >= 10 ** wholeDigits || /e/.test(String(value)))) {
      return problem(
        cell,
        `Excel keeps ${wholeDigits} digits of a number; format the cell as text and type it again`,
      );
    }
    if (typeof value === "string" && /^\d(?:[.,]\d+)?E\+?\d+$/i.test(value.trim())) {
      return problem(
        cell,
        `"${value.trim()}" is a long number cut short; format the cell as text and type it again`,
      );
    }
    if (typeof value === "number" && hidesDigits(cell, value)) {
      return replaceValue(cell, String(value), `${cellText(cell)} is read as ${value}`);
    }
    // Keeps leading zeros that the sheet shows in an ID.
    if (typeof value === "number" && cellText(cell) !== String(value))
      return replaceValue(cell, cellText(cell));
    if (blanks && value !== null && isPlaceholder(String(value))) {
      return replaceValue(cell, null, `"${String(value).trim()}" means no value; left blank`);
    }
    const plain = blanks && typeof value === "string" ? nameWithoutFootnote(value) : null;
    if (plain) {
      return replaceValue(cell, plain.text, `“${plain.mark}” looks like a footnote mark and is left out`);
    }
    return undefined;
  };
}
