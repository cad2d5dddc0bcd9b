/** Tests how the import checks references to other records, such as the trainings of a participant. */
import { describe, expect, it } from "vitest";
import type { ImportAccess } from "#shared/import/access.ts";
import { indexByKeys } from "#shared/import/keys.ts";
import { Parents } from "#shared/import/parents.ts";
import { readSheet } from "#shared/import/reading/reading.ts";
import { checkReferences, collectReferred } from "#shared/import/references.ts";
import { readRow } from "#shared/import/rows.ts";
import type { ListRows, StoredRow } from "#shared/import/stored-rows.ts";
import { arboTraining } from "#shared/records/forms/arbo-training.ts";
import { fmeRentalMonitoring } from "#shared/records/forms/fme-rental-monitoring.ts";
import { form10 } from "#shared/records/forms/form-10.ts";
import { participant } from "#shared/records/forms/participant.ts";
import { arboParent } from "#shared/records/vocabulary/groups.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import {
  central,
  classesOf,
  classifySheet,
  places,
  province,
  provincial,
  region,
  sheetOf,
} from "./support.ts";

const office = { region_name: region, province_name: province };
const training = (id: string, title: string, of: object = office) => ({
  training_id: id,
  training_title: title,
  ...of,
});
const stored: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  "arbo-training": [
    training("T-1", "Leadership"),
    training("T-2", "Bookkeeping"),
    training("T-3", "Bookkeeping"),
    training("T-4", "Values, Ethics and Law"),
    training("T-5", "Leadership, Bookkeeping"),
    training("T-6/1", "Seeds"),
    training("T-6-1", "Soils"),
    training("T-9", "Marketing", { region_name: "Region I (Ilocos Region)", province_name: "Pangasinan" }),
  ],
  "arc-masterlist": [{ arc_id: "ARC-1", arc_name: "Licab ARC", ...office }],
  "fme-inventory-table": [{ fme_inventory_id: "FME-5", prj_title: "Tractor project", ...office }],
};

const listOf =
  (path: string): ListRows =>
  async (filter) =>
    (stored[path] ?? []).filter((row) =>
      Object.entries(filter).every(([name, values]) => (values as unknown[]).includes(row[name])),
    );

/** @param existing Stored rows of the record type. */
async function read(
  record: AnyRecord,
  values: Readonly<Record<string, string>>,
  user: ImportAccess,
  existing: readonly StoredRow[] = [],
) {
  const { layout, rows } = readSheet(record, { rows: sheetOf([values]) });
  const read = rows.map((row) => readRow({ record, layout, user, places }, row));
  const referred = await collectReferred(record, read, listOf);
  const stored = indexByKeys(record, existing);
  const [row] = read.map((one) => checkReferences({ record, layout, user, referred, stored }, one));
  const reasons = (list: readonly { reason: string }[] = []) => list.map(({ reason }) => reason);
  return { input: row?.input ?? {}, issues: reasons(row?.issues), notes: reasons(row?.notes) };
}

describe("Trainings in an import of participants", () => {
  const record = participant as AnyRecord;
  const attended = (training_id: string, user = central) =>
    read(record, { ...office, participant_name: "Ana Cruz", training_id }, user);

  it("The import adds no note about a participant's IDs of stored trainings.", async () => {
    expect(await attended("T-1, T-2")).toMatchObject({
      input: { training_id: "T-1,T-2" },
      issues: [],
      notes: [],
    });
  });

  it.each(["T-1/T-2", "T-1 & T-2", "T-1 and T-2"])(
    "The import reads the text %s as a participant's two training IDs T-1 and T-2.",
    async (text) => {
      const found = await attended(text);
      expect(found.input.training_id).toBe("T-1,T-2");
      expect(found.notes).toEqual([`"${text}" is read as T-1 and T-2`]);
    },
  );

  it.each([
    ["t-2", "T-2"],
    ["T–2", "T-2"],
    ["t-1/T‑2", "T-1 and T-2"],
    ["T - 1", "T-1"],
    ["t 1 & T_2", "T-1 and T-2"],
  ])(
    "The import reads the training ID %s as %s, despite another case, blank or dash.",
    async (text, read) => {
      const found = await attended(text);
      expect(found.input.training_id).toBe(read.replace(" and ", ","));
      expect([found.issues, found.notes]).toEqual([[], [`"${text}" is read as ${read}`]]);
    },
  );

  it("The import reads the ARC ID arc-1 of a training as the stored ID ARC-1.", async () => {
    const values = { ...office, training_id: "T-8", training_title: "Marketing", arc_id: "arc-1" };
    expect(await read(arboTraining as AnyRecord, values, central)).toMatchObject({
      input: { arc_id: "ARC-1" },
      issues: [],
      notes: ['"arc-1" is read as ARC-1'],
    });
  });

  it("The import replaces a training title by the ID of the only training with this title.", async () => {
    const found = await attended("Leadership");
    expect(found).toMatchObject({ input: { training_id: "T-1" }, issues: [] });
    expect(found.notes).toEqual(['"Leadership" is read as T-1']);
  });

  it.each([
    ["T1", "the list of trainings has no T1"],
    ["T-01", "the list of trainings has no T-01"],
    ["t 6 1", '"t 6 1" may mean T-6/1 or T-6-1; write the ID'],
    ["Bookkeeping", '"Bookkeeping" may mean T-2 or T-3; write the ID'],
  ])("The import refuses %s, which is not the ID or title of exactly one training.", async (text, reason) => {
    expect((await attended(text)).issues).toEqual([reason]);
  });

  it("If several trainings have a title, the import refuses it for a Provincial user, too.", async () => {
    const { issues } = await attended("Bookkeeping", provincial);
    expect(issues).toEqual(['"Bookkeeping" may mean T-2 or T-3; write the ID']);
  });

  it.each([
    ["Values, Ethics and Law", "T-4"],
    ["values,ethics and law", "T-4"],
    ["T-1, Values, Ethics and Law", "T-1,T-4"],
    ["Values, Ethics and Law; Leadership", "T-4,T-1"],
    ["Leadership, Bookkeeping", "T-5"],
  ])("A comma in the title of a training does not separate trainings: %s.", async (text, ids) => {
    expect(await attended(text)).toMatchObject({ input: { training_id: ids }, issues: [] });
  });

  it("A semicolon in a cell separates trainings, even if a title has their names with a comma.", async () => {
    const found = await attended("Leadership; Seeds; Leadership, Bookkeeping");
    expect(found.input.training_id).toBe("T-1,T-6/1,T-5");
    expect((await attended("Leadership; Bookkeeping")).issues).toHaveLength(1);
  });

  it("An unknown training ID in an import is an error for a Central user and only a note for a Provincial user.", async () => {
    expect((await attended("T-1/T-7")).issues).toEqual(["the list of trainings has no T-1/T-7"]);
    const other = await attended("T-7", provincial);
    expect(other).toMatchObject({ issues: [], notes: ["the list of trainings shows you no T-7"] });
  });

  it("A training ID of another office in a participant's import row is an error.", async () => {
    expect((await attended("T-9")).issues).toEqual(["T-9 belongs to another office"]);
  });
});

it("The import refuses a title with a comma in a list of titles, instead of splitting it.", async () => {
  const titles = (training_title: string) =>
    read(form10 as AnyRecord, { ...office, training_title }, central);
  expect((await titles("Values, Ethics and Law")).issues).toEqual([
    '"Values, Ethics and Law" is one training, but commas separate the items of this list',
  ]);
  expect(await titles("Seeds, New training")).toMatchObject({
    issues: [],
    input: { training_title: "Seeds,New training" },
  });
});

it("A rental of a machine that is not in the inventory is an import error.", async () => {
  const record = fmeRentalMonitoring as AnyRecord;
  expect((await read(record, { ...office, fme_inventory_id: "FME-5" }, central)).issues).toEqual([]);
  expect((await read(record, { ...office, fme_inventory_id: "Hand tractor" }, central)).issues).toEqual([
    "the list of machines has no Hand tractor",
  ]);
});

describe("A file without provinces", () => {
  const record = arboTraining as AnyRecord;
  const regional: ImportAccess = { ...provincial, level: "Regional", province_name: null };
  const values = { training_id: "T-9", training_title: "Marketing", arc_id: "ARC-1" };

  it("If an import row states no province, it can refer to an ARC in the province of its stored row.", async () => {
    const other = [{ ...values, ...office, id: 9 }];
    expect((await read(record, values, regional, other)).issues).toEqual([]);
    expect((await read(record, values, regional)).issues).toEqual(["ARC-1 belongs to another office"]);
  });

  it("If an import row states no province, it can refer to an ARBO in the province of its stored row.", () => {
    const values = { training_id: "T-9", training_title: "Marketing", arbo_id: "A-1" };
    const parents = new Parents(arboParent, [{ id: 1, arbo_id: "A-1", arbo_name: "Ani", ...office }]);
    const existing = [{ ...values, ...office, id: 9, row_version: 1, process_stage: "Pending" }];
    const given = { record, access: regional, parents };
    expect(classesOf(classifySheet(sheetOf([values]), { ...given, existing }))).toEqual(["unchanged"]);
    expect(classesOf(classifySheet(sheetOf([values]), given))).toEqual(["wrong"]);
  });
});
