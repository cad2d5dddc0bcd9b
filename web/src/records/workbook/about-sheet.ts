/** The sheet of an export that states what the file contains. Imports ignore this sheet. */
import { formatNumber } from "#shared/rules/numbers.ts";
import { aboutSheet } from "#shared/rules/report-file.ts";
import { cellXml, type FinishedSheet, rowXml, type Styles, sheetHead, sheetTail } from "./sheet-xml.ts";

/** A line of the sheet. An empty label continues the text of the line above. */
export type AboutLine = readonly [label: string, text: string];

/** Lines that the sheet "About this file" contains. */
export interface AboutFile {
  lines: readonly AboutLine[];
  /**
   * Number of rows to show in the sheet. Set only if the written rows include a row of totals. By default, the sheet
   * shows the number of written rows.
   */
  rows?: number;
}

export const finishedAboutSheet: FinishedSheet = { name: aboutSheet, filtered: null, repeated: 0 };

/** Widths of the two columns, in characters. */
const widths = [16, 100];

/** @param written Number of written rows. */
export function aboutSheetXml(about: AboutFile, written: number, { heading, value }: Styles): string {
  const lines: AboutLine[] = [...about.lines, ["Rows", formatNumber(about.rows ?? written)]];
  const columns = widths.map((width) => ({ width, style: value("@") }));
  const rows = lines.map(([label, text], at) =>
    rowXml(at + 1, [cellXml(0, at + 1, heading, label), cellXml(1, at + 1, value("@"), text)]),
  );
  return sheetHead(columns, null) + rows.join("") + sheetTail(null, []);
}
