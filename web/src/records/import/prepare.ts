/** From a chosen file to the class of each of its rows: read, recognize, compare with what is stored, judge. */
import type { ImportAccess } from "../../../../edge-functions/_shared/import/access.ts";
import type { SheetRow } from "../../../../edge-functions/_shared/import/cells.ts";
import { type ClassifiedRow, Classifier } from "../../../../edge-functions/_shared/import/classify.ts";
import {
  collectExisting,
  type ListRows,
  type StoredRow,
} from "../../../../edge-functions/_shared/import/existing.ts";
import { findLayout, type Layout } from "../../../../edge-functions/_shared/import/headings.ts";
import type { ListBook } from "../../../../edge-functions/_shared/import/list-book.ts";
import type { PlaceBook } from "../../../../edge-functions/_shared/import/places.ts";
import { type FileRow, isDataRow, readRow } from "../../../../edge-functions/_shared/import/rows.ts";
import type { Barangay } from "../../../../edge-functions/_shared/place-files.ts";
import type { AnyRecord } from "../../../../edge-functions/_shared/records/types.ts";
import type { JobProgress } from "../export/excel-client.ts";
import { FileProblem } from "./file-problem.ts";
import { mapInSlices } from "./slices.ts";

export interface PreparedFile {
  layout: Layout;
  rows: readonly FileRow[];
  existing: readonly StoredRow[];
  /** How the file was read, where that is not plain. */
  remarks: readonly string[];
}

export interface PrepareTools {
  record: AnyRecord;
  access: ImportAccess;
  places: PlaceBook | undefined;
  /** The barangays of a province, by its code. */
  barangaysOf: (province: string) => Promise<readonly Barangay[]>;
  lists: ListBook | undefined;
  /** Which column holds which field, where somebody has said so; found by the headings otherwise. */
  layout?: Layout | undefined;
  /** Values for all rows. */
  shared?: Readonly<Record<string, unknown>> | undefined;
  /** Reads the file's sheet, in the worker. */
  read: () => Promise<{ rows: SheetRow[]; remarks: readonly string[] }>;
  list: ListRows;
  signal?: AbortSignal | undefined;
  onProgress?: (progress: JobProgress) => void;
}

/** @throws Error with a sentence for the user: the file, or a call that failed. */
export async function prepareFile(tools: PrepareTools): Promise<PreparedFile> {
  const { record, access, places, lists, signal } = tools;
  const progress = (step: string) => (done: number, all: number) => tools.onProgress?.({ step, done, all });
  const { rows: sheet, remarks } = await tools.read();
  signal?.throwIfAborted();
  const layout = tools.layout ?? findLayout(record, sheet);
  const data = sheet.filter((row) => isDataRow(record, layout, row));
  if (data.length === 0) throw new FileProblem("There are headings, but no rows under them.");
  if (places && record.scoped)
    await bringBarangays(places, provincesIn(tools, layout, data), tools.barangaysOf);
  const reader = { record, layout, user: access, places, lists, shared: tools.shared };
  const rows = await mapInSlices(data, (row) => readRow(reader, row), {
    signal,
    onProgress: progress("matching"),
  });
  const existing = await collectExisting(record, rows, tools.list, { onProgress: progress("comparing") });
  return { layout, rows, existing, remarks: tools.layout ? remarks : [...remarks, ...layoutRemarks(layout)] };
}

/** What the file, or the values for all rows, say of provinces. */
function provincesIn({ shared }: PrepareTools, layout: Layout, data: readonly SheetRow[]): unknown[] {
  const column = layout.columns.indexOf("province_name");
  return [shared?.province_name, ...(column < 0 ? [] : data.map((row) => row.cells[column]))];
}

/** The book judges barangays of the provinces that it has been given. */
async function bringBarangays(
  places: PlaceBook,
  provinces: readonly unknown[],
  barangaysOf: PrepareTools["barangaysOf"],
): Promise<void> {
  const lists = await Promise.all(places.provinceCodes(provinces).map(barangaysOf));
  for (const list of lists) places.addBarangays(list);
}

/** Which columns of the file were not used, in sentences. */
function layoutRemarks(layout: Layout): string[] {
  const remarks: string[] = [];
  if (!layout.headed) {
    remarks.push("No heading row was found; the columns were taken in the order of the template.");
  }
  if (layout.ignored.length > 0) {
    const names = layout.ignored.map(({ column, heading }) => (heading ? `${heading} (${column})` : column));
    remarks.push(`Ignored, because no field has this name: ${names.join(", ")}.`);
  }
  return remarks;
}

/** Classifies every row; cheap enough to be done again when the reading of text in number cells is switched. */
export async function classifyFile(
  { record, access }: Pick<PrepareTools, "record" | "access">,
  file: PreparedFile,
  textAsZero: boolean,
  signal?: AbortSignal,
): Promise<ClassifiedRow[]> {
  const { layout, existing } = file;
  const classifier = new Classifier({ record, layout, access, existing, textAsZero });
  return await mapInSlices(file.rows, (row) => classifier.classify(row), { signal });
}
