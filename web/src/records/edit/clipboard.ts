/** Copies cells of a list as text for spreadsheets, and reads text that the user pastes over cells. */
import { parseBlock, withoutFormulaMark } from "#shared/import/reading/block.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { roundTo } from "#shared/rules/decimals.ts";
import type { Row } from "../../lib/http/api.ts";
import { cellText } from "../common/cell-text.ts";
import { screenFields } from "../common/screen-fields.ts";
import type { FormValues } from "../form/fields/form-values.ts";

/** Range of cells: rows and column names, in the order of the table. */
export interface Range {
  rows: readonly Row[];
  names: readonly string[];
}

/**
 * Matches a string that a spreadsheet would run as a formula. The copied text gets an apostrophe in front of such a
 * string.
 */
const formula = /^[=+\-@\t\r]/;

/**
 * Returns a range of cells as text: one line per row, with tabs between the cells. Every spreadsheet recognizes the
 * formats of the numbers and dates.
 */
export const copied = (
  record: AnyRecord,
  { rows, names }: Range,
  textOf: (row: Row, name: string) => string,
): string =>
  rows
    .map((row) => names.map((name) => inCell(valueText(fieldOf(record, name), row, name, textOf))).join("\t"))
    .join("\r\n");

const fieldOf = (record: AnyRecord, name: string): Field | undefined =>
  [...record.fields, ...(record.serverFields ?? [])].find((field) => field.name === name);

function valueText(
  field: Field | undefined,
  row: Row,
  name: string,
  textOf: (row: Row, name: string) => string,
): string {
  const value = row[name];
  if (typeof value === "number") return field?.percentage ? `${roundTo(value * 100, 2)}%` : String(value);
  if (field?.kind === "date" && typeof value === "string") return value.slice(0, 10);
  const text = field ? cellText(field, value) : textOf(row, name);
  return formula.test(text) ? `'${text}` : text;
}

/**
 * Quotes a cell text with a tab, line break or quotation mark, because a spreadsheet would otherwise split the cell.
 */
const inCell = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const withoutMark = (text: string | null) => (text === null ? null : withoutFormulaMark(text));

export interface Pasted {
  changes: readonly { row: Row; entered: FormValues }[];
  /** Warnings about parts of the pasted text that are skipped, such as rows below the last row of the table. */
  beside: readonly string[];
}

/**
 * Returns the changes that pasted cells make. The first pasted cell goes into the first cell of the selected range. A
 * single pasted cell fills the whole range.
 * @param rows All rows of the table, in order.
 * @param names Names of all columns of the table, in order.
 */
export function pastedOver(
  record: AnyRecord,
  text: string,
  range: Range,
  rows: readonly Row[],
  names: readonly string[],
): Pasted {
  const block = parseBlock(text).map(({ cells }) =>
    cells.map((cell) => (cell === null ? null : String(cell))),
  );
  const [first] = block;
  const single = block.length === 1 && first?.length === 1;
  const top = rows.findIndex(({ id }) => id === range.rows[0]?.id);
  const left = names.indexOf(range.names[0] ?? "");
  if (top < 0 || left < 0 || !first) return { changes: [], beside: ["There is nothing to paste."] };
  const width = single ? range.names.length : Math.max(...block.map((cells) => cells.length));
  const height = single ? range.rows.length : block.length;
  const columns = names.slice(left, left + width);
  const asked = new Set(screenFields(record).map(({ name }) => name));
  const readOnly = columns.filter((name) => !asked.has(name));
  const cellAt = (line: number, column: number) => (single ? first[0] : block[line]?.[column]) ?? null;
  const changes = rows.slice(top, top + height).map((row, line) => ({
    row,
    entered: Object.fromEntries(
      columns.flatMap((name, column) =>
        asked.has(name) ? [[name, withoutMark(cellAt(line, column))] as const] : [],
      ),
    ),
  }));
  const below = height - changes.length;
  const beyond = width - columns.length;
  return {
    changes,
    beside: [
      ...(below > 0
        ? [
            `${below} of the ${height} copied rows ${below === 1 ? "is" : "are"} below the last row of this page and will be skipped.`,
          ]
        : []),
      ...(beyond > 0
        ? [
            `${beyond} of the ${width} copied columns ${beyond === 1 ? "is" : "are"} beyond the last column and will be skipped.`,
          ]
        : []),
      ...(readOnly.length > 0
        ? [
            `${readOnly.length} ${readOnly.length === 1 ? "column is" : "columns are"} filled in by the system and will be skipped.`,
          ]
        : []),
    ],
  };
}
