/** Writes test workbooks from plain rows, and reads them like the import does. */
import ExcelJS from "exceljs";
import { expect } from "vitest";
import { cellValue, noteOf, type SheetRow } from "#shared/import/reading/cells.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { readImportFile } from "../../../web/src/records/workbook/read-file.ts";
import type { OldText } from "./xls-stream.ts";

export const record = arboMasterlist as AnyRecord;

/** Returns the bytes of a workbook with the given rows. */
export async function workbookOf(
  rows: readonly (readonly unknown[])[],
  name = "Masterlist",
): Promise<Uint8Array<ArrayBuffer>> {
  const workbook = new ExcelJS.Workbook();
  workbook.addWorksheet(name).addRows(rows as unknown[][]);
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

export const readRows = async (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<readonly SheetRow[]> =>
  (await readImportFile(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), record)).rows;

export async function loadWorkbook(bytes: ArrayBuffer): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(bytes as ExcelJS.Buffer);
  return workbook;
}

/** Returns a cell text whose parts have different fonts. */
export const rich = (...parts: readonly [text: string, font: number][]): OldText => {
  let start = 0;
  const fonts = parts.map(([text, font]) => {
    const from = { start, font };
    start += text.length;
    return from;
  });
  return { text: parts.map(([text]) => text).join(""), fonts };
};

/**
 * Returns one row per text, with plain, struck-through and superscript parts. The parameters are the numbers of these
 * three fonts in the file format.
 */
export const styledTexts = (plain: number, struck: number, raised: number): OldText[] => [
  { text: "ARBO name" },
  rich(["1500", plain], ["1", raised]),
  rich(["Old ", struck], ["New", plain]),
  { text: "Gone", style: 1 },
  rich(["Gone ", struck], ["too", struck]),
  { text: "21st", style: 0 },
];

/**
 * Expects that an import reads the texts of `styledTexts` without their struck-through and superscript parts, and
 * reports them.
 */
export async function expectStylesLeftOut(book: Uint8Array<ArrayBuffer>): Promise<void> {
  const { rows } = await readImportFile(book, record);
  expect(rows.map(({ cells, struck: columns }) => [cellValue(cells[0]), columns])).toEqual([
    ["ARBO name", undefined],
    ["1500", undefined],
    ["New", undefined],
    ["Gone", [0]],
    ["Gone too", [0]],
    ["21st", undefined],
  ]);
  expect(rows.map(({ cells }) => noteOf(cells[0])).filter(Boolean)).toEqual([
    expect.stringContaining('"1" is superscript'),
    expect.stringContaining('"Old" is struck through'),
  ]);
}
