/** Tests the question whether the ID column of a file contains IDs. */
import { expect, it } from "vitest";
import { askAboutIdentities } from "#shared/import/identity-question.ts";
import { Asker, type ReadingChoices } from "#shared/import/reading/questions.ts";
import { readSheet } from "#shared/import/reading/reading.ts";
import { readRow } from "#shared/import/rows.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { places, province, provincial, region, sheetOf } from "./support.ts";

const record = arboMasterlist as AnyRecord;
const place = { region_name: region, province_name: province, muncity_name: "Licab" };
const stored = ["One", "Two", "Three"].map((arbo_name, at) => ({
  id: at + 1,
  arbo_id: `NE-00${at + 1}`,
  arbo_name,
  ...place,
}));

function ask(ids: readonly string[], existing: readonly object[] = stored, choices: ReadingChoices = {}) {
  const sheet = sheetOf(
    ids.map((arbo_id, at) => ({ arbo_id, arbo_name: stored[at]?.arbo_name ?? "", ...place })),
  );
  const { layout, rows: data } = readSheet(record, { rows: sheet }, choices);
  const rows = data.map((row) => readRow({ record, layout, user: provincial, places }, row));
  const asker = new Asker(choices.answers);
  const column = askAboutIdentities({
    record,
    layout,
    rows,
    existing: existing as typeof stored,
    choices,
    asker,
  });
  return { column, text: asker.questions[0]?.text ?? null };
}

it("If an ID column only counts 1, 2, 3 and no such ID is stored, the import asks about the column.", () => {
  const text = "The column ARBO ID counts 1, 2, 3 and so on, and none of these IDs is stored.";
  expect(ask(["1", "2", "3"])).toEqual({ column: null, text });
  expect(ask(["1", "2", "3"], [])).toEqual({ column: null, text });
  expect(ask(["1", "2", "3"], stored, { answers: { identities: "out" } })).toEqual({ column: 0, text });
  expect(ask(["1", "2", "3"], stored, { answers: { identities: "ids" } })).toEqual({ column: null, text });
});

it("If most imported ARBOs are stored with other IDs, the import asks whether to use the file's ID column.", () => {
  expect(ask(["A-7", "A-8", "A-9"]).text).toBe(
    "None of the IDs in the column ARBO ID is stored, but 3 of its 3 ARBOs are stored with other IDs.",
  );
  expect(ask(["A-7", "A-8", "A-9"], stored.slice(0, 1)).text).toBeNull();
});

it("The import asks nothing about an ID column that contains a stored ID.", () => {
  expect(ask(["NE-001", "A-8", "A-9"]).text).toBeNull();
  expect(ask(["A-7", "A-8"]).text).toBeNull();
  expect(ask(["1", "2", "3"], stored, { columns: { 0: "arbo_id" } }).text).toBeNull();
});

it("The import adds a file's IDs to matching stored rows without IDs.", () => {
  const without = stored.map((row) => ({ ...row, arbo_id: null }));
  expect(ask(["A-7", "A-8", "A-9"], without).text).toBeNull();
});
