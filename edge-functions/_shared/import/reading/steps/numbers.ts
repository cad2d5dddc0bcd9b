/** Converts the number cells of a column: decimal commas and numbers cut short. */
import { replaceValue } from "../cell-repairs.ts";
import { cellText, cellValue, isBlankCell } from "../cells.ts";
import { hasOneCommaGroup, hasPointGroups, numberEvidence, replaceDecimalComma } from "../column-style.ts";
import { columnName } from "../columns.ts";
import {
  type CellContext,
  type Column,
  type ColumnStep,
  isOther,
  problem,
  type Step,
} from "./column-step.ts";

/** Decides whether the numbers of a column have a decimal comma, and reports numbers that Excel cut short. */
export function styleStep(
  { asker, remarks }: CellContext,
  column: Column,
  all: readonly Column[],
): ColumnStep {
  const { index, field, heading, cells } = column;
  const evidence = numberEvidence(cells);
  const name = columnName(index, heading);
  const elsewhere = all.some((other) => other !== column && isOther(numberEvidence(other.cells)));
  // "1.500" alone can mean 1500 or 1.5.
  const points = evidence.either > 0 && (field.decimals ?? 0) < 3 && !field.percentage;
  // "1,500" also can. A single decimal comma such as "12,50" may be a typing error, so it doesn't decide about "1,500".
  // Only point groups such as "1.500,50" do.
  const grouped = cells.find(hasOneCommaGroup);
  const commas = grouped !== undefined && (evidence.other > 0 ? !cells.some(hasPointGroups) : elsewhere);
  const unclear = evidence.own > 0 ? evidence.other > 0 : commas || (evidence.other === 0 && points);
  const example = evidence.example || cellText(cells.find((cell) => !isBlankCell(cell)));
  const asked = evidence.own === 0 && commas && evidence.other > 0 ? cellText(grouped).trim() : example;
  const style = unclear
    ? asker.ask(`numbers ${index}`, `${name}: how should ${asked} be read?`, {
        own: "The point is a decimal point",
        other: "The point separates thousands, the comma decimals",
      })
    : evidence.other > 0
      ? "other"
      : "own";
  if (style === null) return "out";
  const cut: Step = (cell) => {
    const value = cellValue(cell);
    const short = typeof value === "string" ? /^\d(?:\.(\d+))?E\+?(\d+)$/i.exec(value.trim()) : null;
    if (!short || Number(short[2]) <= (short[1]?.length ?? 0)) return undefined;
    return problem(cell, `"${String(value).trim()}" is a long number cut short; write it in full`);
  };
  if (style === "own") return cut;
  remarks.push(`${name}: numbers are read with a decimal comma, as ${example} shows.`);
  return (cell, row) => {
    const number = replaceDecimalComma(cell);
    return number === null ? cut(cell, row) : replaceValue(cell, number);
  };
}
