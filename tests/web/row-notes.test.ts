/** Notes of an import's preview. Notes about the whole file are shown once, not in each row. */
import { expect, test } from "vitest";
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { notesOfFile, rowNotes } from "../../web/src/records/import/preview/row-notes.ts";

const office = {
  field: "region_name",
  cell: "",
  value: "",
  reason: "not in the file, so CAR is taken from your office",
};
const rounded = { field: "total_asset", cell: "C3", value: "1.2", reason: "1.2 is read as 1" };
const row = (number: number, notes: ClassifiedRow["notes"]) =>
  ({
    ...{ row: number, class: "new", notes, issues: [], changes: [], likely: [], options: [] },
    ...{ repeats: null, unusualValues: [], similarNames: [] },
  }) as unknown as ClassifiedRow;

test("If several rows of an import have the same note, the preview shows the note once for the whole file.", () => {
  const rows = [row(2, [office]), row(3, [office, rounded]), row(4, [])];
  const ofFile = notesOfFile(arboMasterlist, rows);
  expect(ofFile.map(({ field, text }) => [field, text])).toEqual([["Region", office.reason]]);
  expect(rows.map((one) => rowNotes(arboMasterlist, one, ofFile).map(({ cell }) => cell))).toEqual([
    [],
    ["C3"],
    [],
  ]);
});

test("If only one row of an import has a certain note, the preview does not show it as a note on the whole file.", () => {
  const other = { ...office, reason: "not in the file, so NCR is taken from your office" };
  expect(notesOfFile(arboMasterlist, [row(2, [office]), row(3, [other])])).toEqual([]);
  expect(notesOfFile(arboMasterlist, [row(2, [office])])).toEqual([]);
});
