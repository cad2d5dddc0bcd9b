/** Which column of a pasted block holds which field: proposed from headings or the order of the fields, changed by hand. */
import type { AnyRecord } from "../records/types.ts";
import { cellText, columnLetters, isBlankCell, type SheetRow } from "./cells.ts";
import { findLayout, type Layout } from "./headings.ts";

export interface Mapping {
  /** Row of the block that holds headings; null when it has none. */
  headingRow: number | null;
  /** Field of each column of the block, null for one that is not taken. */
  columns: readonly (string | null)[];
}

const widthOf = (rows: readonly SheetRow[]): number =>
  rows.reduce((widest, row) => Math.max(widest, row.cells.length), 0);

/** Fields that a column may hold: all but those whose value the screen fixes. */
export const mappableFields = (record: AnyRecord) =>
  record.fields.filter((field) => record.fixed?.[field.name] === undefined);

/** By the headings where the block has some, else in the order of the fields from the first one on. */
export function proposeMapping(record: AnyRecord, rows: readonly SheetRow[]): Mapping {
  const layout = findLayout(record, rows);
  if (!layout.headed) return { headingRow: null, columns: inOrder(record, rows, 0) };
  const columns = Array.from({ length: widthOf(rows) }, (_, column) => layout.columns[column] ?? null);
  return { headingRow: layout.firstRow - 1, columns };
}

/** The fields in their order, the first column holding the field at `first` among those that can be mapped. */
export function inOrder(record: AnyRecord, rows: readonly SheetRow[], first: number): (string | null)[] {
  const fields = mappableFields(record);
  return Array.from({ length: widthOf(rows) }, (_, column) => fields[first + column]?.name ?? null);
}

/** The mapping with a column given another field; the column that held the field before gives it up. */
export function mapColumn(mapping: Mapping, column: number, field: string | null): Mapping {
  const columns = mapping.columns.map((held, index) => {
    if (index === column) return field;
    return held === field ? null : held;
  });
  return { ...mapping, columns };
}

/** The layout by which the rows are read. */
export function layoutOf(record: AnyRecord, rows: readonly SheetRow[], mapping: Mapping): Layout {
  const heading = rows.find(({ row }) => row === mapping.headingRow);
  const data = rows.filter(({ row }) => row > (mapping.headingRow ?? 0));
  const ignored = mapping.columns.flatMap((name, column) => {
    if (name !== null || data.every((row) => isBlankCell(row.cells[column]))) return [];
    const text = cellText(heading?.cells[column]).trim();
    return [{ column: columnLetters(column), heading: text, reason: "no field was chosen for it" }];
  });
  return {
    headed: mapping.headingRow !== null,
    firstRow: (mapping.headingRow ?? 0) + 1,
    columns: mapping.columns,
    ignored,
    absent: record.fields.map(({ name }) => name).filter((name) => !mapping.columns.includes(name)),
  };
}
