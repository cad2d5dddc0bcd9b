/** Tests files that contain former names of ARBOs. */
import { describe, expect, it } from "vitest";
import { collectParentNames } from "#shared/import/parent-names.ts";
import type { StoredRow } from "#shared/import/stored-rows.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { form7Accomp } from "#shared/records/forms/form-7.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { classifySheet, province, region, sheetOf } from "./support.ts";

const office = { region_name: region, province_name: province };
const arbo = { id: 1, ...office, arbo_name: "Present Farmers Association", former_names: ["Former Farmers"] };
const elsewhere = {
  id: 2,
  ...office,
  province_name: "Tarlac",
  arbo_name: "Other",
  former_names: ["Former Farmers"],
};

/** Returns a list function that finds stored ARBOs by their present or former names, as the API does. */
const listOf =
  (...stored: StoredRow[]) =>
  async (filter: Record<string, unknown>): Promise<StoredRow[]> =>
    stored.filter((row) =>
      Object.entries(filter).every(([name, wanted]) =>
        [row[name] ?? []].flat().some((value) => (wanted as unknown[]).includes(value)),
      ),
    );

const namesOf = (names: string[], ...stored: StoredRow[]) =>
  collectParentNames(form7Accomp as AnyRecord, names, listOf(...stored));

describe("A row of a form", () => {
  const row = {
    ...office,
    arbo_name: "Former Farmers",
    reporting_year: 2025,
    reporting_quarter: "Q1",
    product_name: "Salabat",
  };
  const stored = { id: 9, row_version: 1, ...row, arbo_name: arbo.arbo_name };

  it("The import replaces an ARBO's former name with its present name, and then finds the stored row of that ARBO.", async () => {
    const parents = await namesOf([row.arbo_name], arbo, elsewhere);
    const [read] = classifySheet(sheetOf([row]), {
      record: form7Accomp as AnyRecord,
      existing: [stored],
      parents,
    });
    expect(read).toMatchObject({ class: "unchanged" });
    const [added] = classifySheet(sheetOf([row]), { record: form7Accomp as AnyRecord, parents });
    expect(added).toMatchObject({
      class: "new",
      payload: { arbo_name: arbo.arbo_name },
      notes: [{ field: "arbo_name", reason: `is now called ${arbo.arbo_name}` }],
    });
  });

  it("If a name in a file is the former name of another office's ARBO, the import keeps the name as it is written in the file.", async () => {
    const parents = await namesOf([row.arbo_name], elsewhere);
    const [read] = classifySheet(sheetOf([row]), { record: form7Accomp as AnyRecord, parents });
    expect(read?.payload).toMatchObject({ arbo_name: "Former Farmers" });
  });

  it("If a name in a file is an ARBO's former name and another ARBO's present name, the import does not change the name.", async () => {
    const now = { id: 3, ...office, arbo_name: "Former Farmers", former_names: null };
    const parents = await namesOf([row.arbo_name], arbo, now);
    const [read] = classifySheet(sheetOf([row]), { record: form7Accomp as AnyRecord, parents });
    expect(read?.payload).toMatchObject({ arbo_name: "Former Farmers" });
  });

  it("If two renamed ARBOs of an office had the same former name, the import keeps this name as it is written in the file.", async () => {
    const parents = await namesOf([row.arbo_name], arbo, { ...arbo, id: 4, arbo_name: "Second" });
    const [read] = classifySheet(sheetOf([row]), { record: form7Accomp as AnyRecord, parents });
    expect(read?.payload).toMatchObject({ arbo_name: "Former Farmers" });
  });
});

describe("A row of the masterlist", () => {
  it("If a masterlist file lists an ARBO by its ID and a former name, the import keeps the ARBO's present name.", async () => {
    const parents = await namesOf(["Former Farmers"], arbo);
    const existing = [{ row_version: 1, ...arbo, arbo_id: "A-1" }];
    const rows = [{ ...office, arbo_id: "A-1", arbo_name: "Former Farmers" }];
    const [read] = classifySheet(sheetOf(rows), { record: arboMasterlist as AnyRecord, existing, parents });
    expect(read).toMatchObject({ class: "unchanged" });
  });
});

it("If several rows have the same ARBO name, the import looks up the name once, even if no ARBO matches.", async () => {
  const asked: Record<string, unknown>[] = [];
  const list = async (filter: Record<string, unknown>) => {
    asked.push(filter);
    return [];
  };
  expect(await collectParentNames(form7Accomp as AnyRecord, ["One", " One", null], list)).toBeUndefined();
  expect(asked).toEqual([{ former_names: ["One"] }]);
});
