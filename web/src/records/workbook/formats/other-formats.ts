/**
 * Reads the formats .xls and .xlsb with SheetJS. Other modules read struck-through and superscript text
 * (text-styles.ts), because SheetJS does not report these styles.
 */
import { CFB, read, SSF, type WorkBook, type WorkSheet } from "@e965/xlsx";
import {
  cellFromSpreadsheet,
  type RawCell,
  type TextRun,
  type WrittenCell,
} from "#shared/import/reading/cells.ts";
import { type BookLimits, type BookSheet, lookOf, SheetBuilder } from "./book.ts";
import { numberInFormat, type Render } from "./number-format.ts";
import { type SheetTextStyles, textStyleKey } from "./text-styles.ts";
import { readXlsTextStyles } from "./xls-text-styles.ts";
import { readXlsbTextStyles } from "./xlsb-text-styles.ts";
import { Package } from "./xlsx-parts.ts";
import type { ZipEntry } from "./zip-guard.ts";

export const render: Render = (format, value) => String(SSF.format(format, value));

/**
 * @param entries Parts of the file, if it is a zip.
 * @throws Error if SheetJS cannot read the file.
 */
export async function readOtherFormat(
  bytes: Uint8Array<ArrayBuffer>,
  entries: readonly ZipEntry[],
  limits: BookLimits,
): Promise<BookSheet[]> {
  // Read the text styles first, before SheetJS needs much memory.
  const looks = entries.length > 0 ? await readXlsbTextStyles(new Package(bytes, entries)) : looksOf(bytes);
  const book = read(bytes, {
    type: "array",
    dense: true,
    cellNF: true,
    cellStyles: true,
    cellDates: false,
    cellHTML: false,
    // Read some rows beyond the limit, so that the import can refuse the file.
    sheetRows: limits.rows + 200,
  });
  return book.SheetNames.flatMap((name, index) => {
    const sheet = book.Sheets[name];
    return sheet ? [readSheet(book, sheet, { name, index, limits, looks: looks.get(name) })] : [];
  });
}

/**
 * Returns the text styles of a compound file, from its stream "Workbook". Excel 97 and later versions write this
 * stream.
 */
function looksOf(bytes: Uint8Array): ReadonlyMap<string, SheetTextStyles> {
  if (bytes[0] !== 0xd0) return new Map();
  const content = CFB.find(CFB.read(bytes, { type: "array" }), "/Workbook")?.content;
  return content ? readXlsTextStyles(Uint8Array.from(content)) : new Map();
}

interface SheetPlace {
  name: string;
  index: number;
  limits: BookLimits;
  looks: SheetTextStyles | undefined;
}

function readSheet(book: WorkBook, sheet: WorkSheet, { name, index, limits, looks }: SheetPlace): BookSheet {
  const builder = new SheetBuilder(limits);
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  for (const [row, cells] of (sheet["!data"] ?? []).entries()) {
    for (const [column, cell] of (cells ?? []).entries()) {
      if (!cell) continue;
      const key = textStyleKey(row + 1, column);
      const read = rawCell(cell, date1904, looks?.runs.get(key));
      builder.cell(row + 1, column, read, lookOf(String(cell.z ?? ""), looks?.struck.has(key)));
    }
  }
  for (const [row, look] of (sheet["!rows"] ?? []).entries()) if (look?.hidden) builder.hideRow(row + 1);
  for (const [column, look] of (sheet["!cols"] ?? []).entries()) {
    if (look?.hidden) builder.hideColumns(column, column);
  }
  for (const { s, e } of sheet["!merges"] ?? []) {
    builder.merge({ first: { column: s.c, row: s.r + 1 }, last: { column: e.c, row: e.r + 1 } });
  }
  const hidden = (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0;
  return builder.build(name, hidden, date1904);
}

type SheetCell = NonNullable<NonNullable<NonNullable<WorkSheet["!data"]>[number]>[number]>;

function rawCell(cell: SheetCell, date1904: boolean, runs: readonly TextRun[] | undefined): RawCell {
  const written: WrittenCell = {
    ...(cell.f === undefined ? {} : { formula: cell.f }),
    ...(cell.l?.Target && !cell.l.Target.startsWith("#") ? { link: cell.l.Target } : {}),
  };
  if (runs) return cellFromSpreadsheet({ ...written, runs });
  switch (cell.t) {
    case "e":
      return cellFromSpreadsheet({ ...written, error: cell.w ?? String(cell.v) });
    case "n":
      return cellFromSpreadsheet({
        ...written,
        ...numberInFormat(Number(cell.v), String(cell.z ?? ""), { date1904, render }),
      });
    case "z":
      return cell.f === undefined ? null : cellFromSpreadsheet(written);
    default:
      return cell.v === undefined ? null : cellFromSpreadsheet({ ...written, value: cell.v });
  }
}
