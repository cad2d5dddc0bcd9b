/**
 * Converts the cells of each column to their intended values: amounts in thousands, dates written day first, decimal
 * commas, IDs such as "none", and numbers that Excel turned into dates. A column is not imported while the user has not
 * answered a question about it.
 */
import { fieldsOf } from "../../validate/validate.ts";
import { repairCell, replaceValue } from "./cell-repairs.ts";
import { cellAddress, cellText, isBlankCell, linkOf, type RawCell, type SheetRow } from "./cells.ts";
import { type ChosenColumn, columnName } from "./columns.ts";
import { nameRows } from "./questions.ts";
import type { CellContext, Column, ColumnStep, Step } from "./steps/column-step.ts";
import { dateStep, partialDateStep } from "./steps/dates.ts";
import { styleStep } from "./steps/numbers.ts";
import { numberedStep, textStep } from "./steps/texts.ts";
import { askAboutUnits } from "./steps/unit-questions.ts";

/** Returns the rows with converted cells, and the field of each column; null for a column that is left out. */
export function formatRows(context: CellContext): { rows: SheetRow[]; fields: (string | null)[] } {
  const { record, chosen, rows } = context;
  const fields = chosen.map(({ field }) => field);
  const columns = fields.flatMap((name, index): Column[] => {
    const field = name === null ? undefined : fieldsOf(record).get(name);
    const heading = chosen[index]?.heading ?? "";
    return field ? [{ index, field, heading, cells: rows.map(({ cells }) => cells[index]) }] : [];
  });
  const steps = new Map<number, Step[]>(columns.map(({ index }) => [index, []]));
  const add = (column: Column, columnStep: ColumnStep) => {
    if (columnStep === "out") {
      fields[column.index] = null;
      steps.delete(column.index);
    } else if (columnStep) steps.get(column.index)?.push(columnStep);
  };
  for (const column of columns) add(column, (cell) => repairCell(column.field, cell));
  reportLinks(context, columns);
  for (const column of columns) add(column, joinedStep(chosen, column));
  for (const column of columns) add(column, mergedStep(context, column));
  for (const column of columns) add(column, numberedStep(context, column));
  for (const column of columns) add(column, textStep(context, column));
  const dated = columns.filter(({ field }) => field.kind === "date");
  for (const column of dated) add(column, partialDateStep(context, column));
  for (const column of dated) add(column, dateStep(context, column, dated));
  const numbered = columns.filter(({ field }) => field.kind === "integer" || field.kind === "decimal");
  for (const column of numbered) add(column, styleStep(context, column, numbered));
  askAboutUnits(context, numbered, add);
  const dressed = rows.map((row): SheetRow => {
    const cells = row.cells.map((cell, index) =>
      (steps.get(index) ?? []).reduce<RawCell>((now, step) => step(now, row) ?? now, cell),
    );
    return { ...row, cells };
  });
  return { rows: dressed, fields };
}

/**
 * Adds a remark for each column that has texts with hyperlinks, because the addresses of the links are not imported.
 */
function reportLinks({ remarks }: CellContext, columns: readonly Column[]): void {
  for (const { index, field, heading, cells } of columns) {
    const links = cells.filter((cell) => linkOf(cell) !== undefined && linkOf(cell) !== cellText(cell));
    if (field.attached || links.length === 0) continue;
    const count = links.length === 1 ? "a cell links" : `${links.length} cells link`;
    remarks.push(
      `${columnName(index, heading)}: ${count} to an address that is not imported (${linkOf(links[0])}).`,
    );
  }
}

/** Appends the text of a second column for the same field. */
function joinedStep(chosen: readonly ChosenColumn[], { index }: Column): ColumnStep {
  const other = chosen[index]?.joined;
  if (other === undefined) return null;
  return (cell, row) => {
    const more = row.cells[other] ?? null;
    if (isBlankCell(more)) return undefined;
    const text = [cell, more]
      .filter((part) => !isBlankCell(part))
      .map(cellText)
      .join("; ");
    return replaceValue(cell, text, `joined with ${cellAddress(other, row.row)}`);
  };
}

/**
 * Handles merged cells. A text that is merged over several rows applies to each of these rows. An amount that is merged
 * over several rows may apply to the first row or to each row, so the user is asked. A cell that is merged with the
 * cell to its left is blank.
 */
function mergedStep({ rows, asker }: CellContext, { index, field, heading }: Column): ColumnStep {
  const from = (row: SheetRow) => row.merged?.[index];
  const merged = rows.filter((row) => from(row) && !isBlankCell(row.cells[index]));
  if (merged.length === 0) return null;
  const beside: Step = (_, row) =>
    from(row)?.column !== undefined && from(row)?.column !== index ? null : undefined;
  const below = merged.filter((row) => from(row)?.column === index && from(row)?.row !== row.row);
  if (below.length === 0 || !["integer", "decimal"].includes(field.kind)) return beside;
  const text = `${columnName(index, heading)}: an amount is merged over several rows (${nameRows(below.map(({ row }) => row)).toLowerCase()}).`;
  const answer = asker.ask(`merged ${index}`, text, {
    first: "Use it for the first row only",
    each: "Use it for each row",
    none: "Leave merged amounts blank",
  });
  if (answer === null) return "out";
  if (answer === "each") return beside;
  const tops = new Set(below.map((row) => from(row)?.row));
  return (cell, row) => {
    if (beside(cell, row) === null) return null;
    const isBelow = from(row)?.row !== undefined && from(row)?.row !== row.row;
    if (!isBelow && !(answer === "none" && tops.has(row.row))) return undefined;
    return replaceValue(cell, null, "merged with other rows; left blank");
  };
}
