/**
 * Generated files like those that offices send, each with the expected preview and stored rows. The unit tests and the
 * e2e test `messy-files` import them. By default, a file is a masterlist of Nueva Ecija that the provincial user of
 * Nueva Ecija imports.
 */
import ExcelJS from "exceljs";
import type { RowClass } from "#shared/import/classify/classified-row.ts";

export const region = "Region III (Central Luzon)";
export const province = "Nueva Ecija";
/** Prefix of the names of all organizations in the messy files. */
export const mark = "Messy";

export type Bytes = Uint8Array<ArrayBuffer>;
type Value = string | number | boolean | Date | null | object;

export interface MessyFile {
  /**
   * Peculiarity of the file. The test title "The import refuses the file or saves its expected rows: …" ends with this
   * text.
   */
  name: string;
  /** File name with extension. */
  file: string;
  as?: "central";
  make: () => Promise<Bytes> | Bytes;
  /** Expected error message if the file is refused. The other expectations are then missing. */
  refused?: RegExp;
  /** Rows that are stored before the import. */
  stored?: readonly Readonly<Record<string, unknown>>[];
  /** Expected questions (part of the text) and the label of the answer to choose. */
  answers?: Readonly<Record<string, string>>;
  /** Fields that the user chooses for columns, by column letter. */
  mapped?: Readonly<Record<string, string>>;
  /** Options that the user chooses for rows that would otherwise be left out, by row number. */
  decided?: Readonly<Record<number, string>>;
  /** Expected number of rows per class after all questions are answered, without empty classes. */
  classes?: Partial<Record<RowClass, number>>;
  /** Patterns that the remarks, reasons and notes must match. */
  says?: readonly RegExp[];
  /** Expected saved rows in the order of the file, with the fields that matter. */
  saved?: readonly Readonly<Record<string, unknown>>[];
}

/** Headings of the columns whose cells the function `org` returns. */
export const head = ["ARBO name", "Region", "Province", "Municipality/City"] as const;
export const org = (name: string, ...more: Value[]): Value[] => [
  `${mark} ${name}`,
  region,
  province,
  "Licab",
  ...more,
];

export async function workbook(
  fill: (sheet: ExcelJS.Worksheet, workbook: ExcelJS.Workbook) => void,
  name = "Sheet1",
): Promise<Bytes> {
  const book = new ExcelJS.Workbook();
  fill(book.addWorksheet(name), book);
  return new Uint8Array(await book.xlsx.writeBuffer());
}

export const sheet = (...rows: (readonly Value[])[]) =>
  workbook((page) => void page.addRows(rows.map((row) => [...row])));

export const text = (content: string): Bytes => new TextEncoder().encode(content);

const quoted = (value: Value): string => {
  const shown = String(value ?? "");
  return /[",;\t\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
};
export const csv = (rows: readonly (readonly Value[])[], separator = ","): string =>
  rows.map((row) => row.map(quoted).join(separator)).join("\r\n");
