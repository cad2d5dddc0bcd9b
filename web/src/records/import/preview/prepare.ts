/**
 * Prepares an import: reads the sheet, recognizes the values, compares the rows with stored records, and classifies
 * each row.
 */

import type { Barangay } from "#shared/evidence/place-files.ts";
import type { ImportAccess } from "#shared/import/access.ts";
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import { Classifier } from "#shared/import/classify/classifier.ts";
import { collectExisting } from "#shared/import/existing.ts";
import { askAboutIdentities } from "#shared/import/identity-question.ts";
import { indexByKeys } from "#shared/import/keys.ts";
import { collectParents, linkRow } from "#shared/import/link-rows.ts";
import type { ListBook } from "#shared/import/list-book.ts";
import type { PlaceBook } from "#shared/import/places.ts";
import { cellValue, type Sheet } from "#shared/import/reading/cells.ts";
import { Asker, type ReadingChoices } from "#shared/import/reading/questions.ts";
import { type Reading, readSheet } from "#shared/import/reading/reading.ts";
import { checkReferences, collectReferred } from "#shared/import/references.ts";
import { type FileRow, readRow } from "#shared/import/rows.ts";
import type { ListRows, StoredRow } from "#shared/import/stored-rows.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { JobProgress } from "../../workbook/excel-client.ts";
import { FileProblem } from "../../workbook/formats/file-problem.ts";
import { mapInSlices } from "./slices.ts";

export interface PreparedFile {
  reading: Reading;
  rows: readonly FileRow[];
  existing: readonly StoredRow[];
}

export interface PrepareTools {
  record: AnyRecord;
  access: ImportAccess;
  places: PlaceBook | undefined;
  /** Fetches the barangays of a province by its code. Returns an empty list for provinces that are already loaded. */
  barangaysOf: (province: string) => Promise<readonly Barangay[]>;
  lists: ListBook | undefined;
  /** The user's choices for reading the sheet. */
  choices: ReadingChoices;
  /** Values that the user has set for all rows, by field. */
  shared?: Readonly<Record<string, unknown>> | undefined;
  list: ListRows;
  /** Fetches rows of the parent record type. */
  listParents: ListRows;
  /** Returns a function that fetches rows of the record type with the given path. */
  listOf: (path: string) => ListRows;
  signal?: AbortSignal | undefined;
  onProgress?: (progress: JobProgress) => void;
}

/** @throws Error with a message for the user, about the sheet or a failed request. */
export async function prepareSheet(tools: PrepareTools, sheet: Sheet): Promise<PreparedFile> {
  const { record, access, places, lists, choices, signal } = tools;
  const progress = (step: string) => (done: number, all: number) => tools.onProgress?.({ step, done, all });
  signal?.throwIfAborted();
  const reading = readSheet(record, sheet, choices);
  if (reading.rows.length === 0 && reading.questions.length === 0) {
    throw new FileProblem("The sheet has headings but no rows.");
  }
  if (places && record.scoped) {
    // Include the province of the user's office, because the import uses it for rows that name no province.
    const provinces = [access.province_name, ...valuesOf(tools, reading, "province_name")];
    await loadBarangays(places, provinces, tools.barangaysOf);
  }
  const { layout } = reading;
  const reader = { record, layout, user: access, places, lists, shared: tools.shared };
  const read = await mapInSlices(reading.rows, (row) => readRow(reader, row), {
    signal,
    onProgress: progress("matching"),
  });
  const existing = await collectExisting(record, read, tools.list, { onProgress: progress("comparing") });
  const parents = await collectParents(record, read, tools.listParents, existing);
  const linking = { record, layout, user: access, parents, stored: indexByKeys(record, existing) };
  const referred = await collectReferred(record, read, tools.listOf);
  const rows = await mapInSlices(
    read,
    (row) => checkReferences({ ...linking, referred }, linkRow(linking, row)),
    { signal },
  );
  const asker = new Asker(choices.answers);
  const withoutIds = askAboutIdentities({ record, layout, rows, existing, choices, asker });
  if (withoutIds === null) return { reading: withQuestions(reading, asker), rows, existing };
  const columns = { ...choices.columns, [withoutIds]: null };
  const without = await prepareSheet({ ...tools, choices: { ...choices, columns } }, sheet);
  return { ...without, reading: withQuestions(without.reading, asker) };
}

const withQuestions = (reading: Reading, { questions }: Asker): Reading => ({
  ...reading,
  questions: [...reading.questions, ...questions],
});

/** Returns all values that the rows of the file have for a field, including a value that the user set for all rows. */
function valuesOf({ shared }: PrepareTools, { layout, rows }: Reading, field = ""): unknown[] {
  const column = layout.columns.indexOf(field);
  return [shared?.[field], ...(column < 0 ? [] : rows.map((row) => cellValue(row.cells[column])))];
}

/** Loads the barangays of the file's provinces, for checking the barangays in the file. */
async function loadBarangays(
  places: PlaceBook,
  provinces: readonly unknown[],
  barangaysOf: PrepareTools["barangaysOf"],
): Promise<void> {
  const lists = await Promise.all(places.provinceCodes(provinces).map(barangaysOf));
  for (const list of lists) if (list.length > 0) places.addBarangays(list);
}

/** Classifies every row. Runs again when the user changes how text in number cells is read. */
export async function classifyFile(
  { record, access, onProgress }: Pick<PrepareTools, "record" | "access" | "onProgress">,
  { reading, existing, rows }: PreparedFile,
  textAsZero: boolean,
  signal?: AbortSignal,
): Promise<ClassifiedRow[]> {
  const classifier = new Classifier({ record, layout: reading.layout, access, existing, rows, textAsZero });
  return await mapInSlices(rows, (row) => classifier.classify(row), {
    signal,
    onProgress: (done, all) => onProgress?.({ step: "judging", done, all }),
  });
}
