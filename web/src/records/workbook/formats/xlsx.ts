/**
 * Reads Excel workbooks (.xlsx, .xlsm; ECMA-376) without a library, because libraries lose or change cell contents.
 * exceljs refuses element prefixes, parts with unusual names, and cells without addresses. SheetJS reads 0 for a
 * formula without a result, and shifts ISO dates by the time zone. SheetJS also drops superscript text, struck-through
 * text, and text runs after a plain text.
 */
import type { BookLimits, BookSheet } from "./book.ts";
import type { Render } from "./number-format.ts";
import { ignore, Package, readSharedTexts, readStyles } from "./xlsx-parts.ts";
import { readSheetPart } from "./xlsx-sheet.ts";
import type { ZipEntry } from "./zip-guard.ts";

interface SheetEntry {
  name: string;
  hidden: boolean;
  part: string;
}

interface WorkbookPart {
  sheets: SheetEntry[];
  date1904: boolean;
  /** True if Excel has to compute all formulas on opening, because the program that wrote the file did not. */
  uncomputed: boolean;
  texts: string | undefined;
  styles: string | undefined;
}

export interface OpenTools {
  limits: BookLimits;
  render: Render;
  progress: (done: number, all: number) => void;
}

/** @throws Error if the package is not a readable workbook. */
export async function readXlsx(
  bytes: Uint8Array<ArrayBuffer>,
  entries: readonly ZipEntry[],
  { limits, render, progress }: OpenTools,
): Promise<BookSheet[]> {
  const files = new Package(bytes, entries);
  const { sheets, date1904, uncomputed, texts, styles } = await readWorkbookPart(files);
  const look = {
    limits,
    render,
    date1904,
    uncomputed,
    texts: texts ? await readSharedTexts(files, texts) : [],
    styles: styles ? await readStyles(files, styles) : [],
  };
  const read: BookSheet[] = [];
  for (const [index, sheet] of sheets.entries()) {
    progress(index, sheets.length);
    read.push(await readSheetPart(files, sheet, look));
  }
  return read;
}

async function readWorkbookPart(files: Package): Promise<WorkbookPart> {
  const package_ = await files.relationships("");
  const main =
    [...package_.values()].find(({ type }) => type === "officeDocument")?.target ?? "xl/workbook.xml";
  const relationships = await files.relationships(main);
  // Look for the part under its usual name, because some workbooks lack the relationship to the part.
  const partOf = (wanted: string) => {
    const usual = main.replace(/[^/]*$/, `${wanted}.xml`);
    const related = [...relationships.values()].find(({ type }) => type === wanted)?.target;
    return related ?? (files.has(usual) ? usual : undefined);
  };
  const sheets: SheetEntry[] = [];
  let date1904 = false;
  let uncomputed = false;
  const found = await files.read(main, {
    ...ignore,
    open(name, attributes) {
      if (name === "workbookPr") date1904 = /^(?:1|true|on)$/i.test(attributes("date1904") ?? "");
      if (name === "calcPr") uncomputed = /^(?:1|true|on)$/i.test(attributes("fullCalcOnLoad") ?? "");
      const related = name === "sheet" ? relationships.get(attributes("id") ?? "") : undefined;
      // The workbook also lists chart sheets and dialog sheets, so skip them.
      if (related?.type !== "worksheet" || sheets.some(({ part }) => part === related.target)) return;
      sheets.push({
        name: attributes("name") ?? "",
        hidden: /hidden/i.test(attributes("state") ?? ""),
        part: related.target,
      });
    },
  });
  if (!found) throw new Error("There is no workbook in the package.");
  return { sheets, date1904, uncomputed, texts: partOf("sharedStrings"), styles: partOf("styles") };
}
