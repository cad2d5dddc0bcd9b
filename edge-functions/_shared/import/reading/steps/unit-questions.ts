/** Converts amounts whose unit differs from the unit of the field, such as amounts in thousands. */
import type { Field } from "../../../records/vocabulary/types.ts";
import { roundTo } from "../../../rules/decimals.ts";
import { formatNumber, parseNumber } from "../../../rules/numbers.ts";
import { replaceValue } from "../cell-repairs.ts";
import { cellValue, columnLetters, isBlankCell, isCellProblem } from "../cells.ts";
import { columnName, fieldLabel } from "../columns.ts";
import { unitsOfRow } from "../row-roles.ts";
import { conversion, headingParts, isMoney, type Unit, unitOf, unitOfTitle } from "../units.ts";
import type { CellContext, Column, ColumnStep } from "./column-step.ts";

/**
 * Compares the units in headings, title lines, the units row and number formats with the units of the fields. Asks the
 * user about each unit that differs from the unit of the field.
 */
export function askAboutUnits(
  context: CellContext,
  columns: readonly Column[],
  add: (column: Column, columnStep: ColumnStep) => void,
) {
  const { headings, sheet, unitsRow } = context;
  const below = unitsRow ? unitsOfRow(unitsRow) : [];
  const title = headings.titles.map(unitOfTitle).find((unit) => unit !== null);
  const general: Column[] = [];
  for (const column of columns) {
    const { text = "", above = "" } = headings.columns[column.index] ?? {};
    const shown = sheet.formatUnits?.[column.index];
    const currency = shown ? { base: shown, scale: 1, text: shown } : null;
    const own = unitOf(column.field);
    // A unit above several columns, or above the whole sheet, applies only to columns that can be measured in this
    // unit.
    const group = headingParts(above).unit;
    const grouped = group && concerns(group, own) ? group : null;
    const unit = headingParts(text).unit ?? grouped ?? below[column.index] ?? currency;
    const letter = unit && /^[mkb]$/i.test(unit.text) && own === null;
    if (unit && !letter) add(column, unitStep(context, column, unit));
    else if (title && concerns(title, own) && conversion(column.field, title) !== 1) general.push(column);
  }
  const money = general.filter(({ field }) => unitOf(field)?.base === "PHP");
  const concerned = money.length > 0 ? money : general;
  if (!title || concerned.length === 0) return;
  const labels = concerned.map(({ index }) => columnLetters(index)).join(", ");
  const columnStep = askUnit(
    context,
    "units",
    `The sheet says “${title.text}”, which applies to ${concerned.length === 1 ? "column" : "columns"} ${labels}.`,
    title,
    concerned[0]?.field,
  );
  for (const column of concerned) add(column, columnStep);
}

const concerns = (unit: Unit, own: Unit | null): boolean =>
  unit.base === null || unit.base === own?.base || (isMoney(unit) && own !== null && isMoney(own));

function unitStep(context: CellContext, { index, field, heading, cells }: Column, unit: Unit): ColumnStep {
  if (conversion(field, unit) === 1 || cells.every(isBlankCell)) return null;
  const own = unitOf(field);
  const stored = own ? `stored in ${own.text}` : "stored without a unit";
  const text = `${columnName(index, heading)} is in ${unit.text.replace(/^in /i, "")}; ${fieldLabel(context.record, field.name)} is ${stored}.`;
  return askUnit(context, `unit ${index}`, text, unit, field);
}

function askUnit(
  { asker }: CellContext,
  id: string,
  text: string,
  unit: Unit,
  field: Field | undefined,
): ColumnStep {
  const factor = field ? conversion(field, unit) : null;
  const multiply: Record<string, string> =
    factor !== null && factor !== 1
      ? {
          multiply:
            factor >= 1
              ? `Multiply by ${formatNumber(factor)}`
              : `Divide by ${formatNumber(roundTo(1 / factor, 6))}`,
        }
      : {};
  const answer = asker.ask<string>(id, text, {
    ...multiply,
    keep: "Keep the numbers as they are",
    out: "Leave out",
  });
  if (answer === null || answer === "out") return "out";
  if (answer === "keep" || factor === null) return null;
  return (cell) => {
    const number = isCellProblem(cell) ? null : parseNumber(cellValue(cell));
    if (!number?.ok || number.value === null) return undefined;
    return replaceValue(cell, Number((number.value * factor).toPrecision(15)));
  };
}
