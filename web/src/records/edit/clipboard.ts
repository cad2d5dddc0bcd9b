/** Cells of a list as a spreadsheet takes them from the clipboard, and what somebody pastes over cells. */
import { parseBlock } from "#shared/import/reading/block.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { roundTo } from "#shared/rules/decimals.ts";
import type { Row } from "../../lib/http/api.ts";
import { askedFields } from "../common/asked-fields.ts";
import { cellText } from "../common/cell-text.ts";
import type { FormValues } from "../form/fields/form-values.ts";

/** Cells of a table: rows and names of columns in the order in which they are shown. */
export interface Range {
  rows: readonly Row[];
  names: readonly string[];
}

/** What a spreadsheet would calculate. Such a text is written behind an apostrophe, which pasting takes away. */
const calculated = /^[=+\-@\t\r]/;
const guarded = /^'(?=[=+\-@\t\r])/;

/** The range as text: a line a row, tabs between cells; numbers and dates so that any spreadsheet reads them as such. */
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
  return calculated.test(text) ? `'${text}` : text;
}

/** Quotes keep a tab or a line end inside of its cell. */
const inCell = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export interface Pasted {
  changes: readonly { row: Row; entered: FormValues }[];
  /** What of the block found no place, as sentences. */
  beside: readonly string[];
}

/**
 * What a block of text would enter: from the first cell of the range on; a single cell fills all of the range.
 * @param rows The rows that are shown, and @param names the columns, in their order.
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
  const asked = new Set(askedFields(record).map(({ name }) => name));
  const closed = columns.filter((name) => !asked.has(name));
  const cellAt = (line: number, column: number) => (single ? first[0] : block[line]?.[column]) ?? null;
  const changes = rows.slice(top, top + height).map((row, line) => ({
    row,
    entered: Object.fromEntries(
      columns.flatMap((name, column) =>
        asked.has(name) ? [[name, cellAt(line, column)?.replace(guarded, "") ?? null] as const] : [],
      ),
    ),
  }));
  const below = height - changes.length;
  const beyond = width - columns.length;
  return {
    changes,
    beside: [
      ...(below > 0
        ? [`${below} of the ${height} copied rows lie below the last row of this page, and are left out.`]
        : []),
      ...(beyond > 0
        ? [`${beyond} of the ${width} copied columns lie beyond the last column, and are left out.`]
        : []),
      ...(closed.length > 0
        ? [
            `${closed.length} ${closed.length === 1 ? "column is" : "columns are"} filled in by the system, and left out.`,
          ]
        : []),
    ],
  };
}
