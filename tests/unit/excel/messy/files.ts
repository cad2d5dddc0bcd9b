/**
 * Files as offices send them, each with what the preview must show and what must be stored. They are made by code, read
 * by the unit tests and, in a browser, by the journey `messy-files`. They are masterlists of Nueva Ecija, as its
 * provincial user imports them, unless they say who does.
 */
import ExcelJS from "exceljs";
import type { RowClass } from "#shared/import/classify.ts";

export const region = "Region III (Central Luzon)";
export const province = "Nueva Ecija";
/** Begins the names of all organizations in these files. */
export const mark = "Messy";

export type Bytes = Uint8Array<ArrayBuffer>;
type Value = string | number | boolean | Date | null | object;

export interface MessyFile {
  /** What is odd about the file. */
  name: string;
  /** With its extension. */
  file: string;
  as?: "central";
  make: () => Promise<Bytes> | Bytes;
  /** Why the file is refused, instead of all that follows. */
  refused?: RegExp;
  /** Rows that are stored before the file comes. */
  stored?: readonly Readonly<Record<string, unknown>>[];
  /** Questions that must be answered, and the answer that is given to each, by the option's label. */
  answers?: Readonly<Record<string, string>>;
  /** Column letters that are given another field by hand. */
  mapped?: Readonly<Record<string, string>>;
  /** What is chosen for rows that are left out otherwise, by row: the label of the option. */
  decided?: Readonly<Record<number, string>>;
  /** The count of each class that has rows, once the questions are answered. */
  classes?: Partial<Record<RowClass, number>>;
  /** What remarks, reasons and notes say. */
  says?: readonly RegExp[];
  /** The rows that are saved: the fields that matter, in the file's order. */
  saved?: readonly Readonly<Record<string, unknown>>[];
}

/** Rows of an organization of the province: name, then what differs. */
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
