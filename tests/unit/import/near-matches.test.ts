/** Tests imported rows that match no stored row by key but are probably stored already. */
import { describe, expect, it } from "vitest";
import { arboTraining } from "#shared/records/forms/arbo-training.ts";
import { farmersTrackingIncome } from "#shared/records/forms/farmers-tracking-income.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { classesOf, classifySheet, province, region, sheetOf } from "./support.ts";

const office = { region_name: region, province_name: province };
const stored = {
  id: 7,
  row_version: 3,
  process_stage: "Pending",
  arbo_id: "00123",
  arbo_name: "Alpha Growers",
  ...office,
  muncity_name: "Licab",
};
const named = { arbo_name: "ALPHA growers", ...office };
const update = { key: "update", label: "Update Alpha Growers" };
const asNew = { key: "new", label: "Add as a new ARBO" };

/** Classifies a file with a single row. */
const classify = (row: Parameters<typeof sheetOf>[0][number], existing: readonly object[] = [stored]) =>
  classifySheet(sheetOf([row]), { existing: existing as (typeof stored)[] })[0];

describe("Import rows that only nearly match a stored ARBO", () => {
  it("The user can update a stored ARBO with an import row of the same name without a town.", () => {
    const row = classify({ ...named, arbo_id: null, muncity_name: null, org_type: "Federation" });
    expect(row).toMatchObject({
      class: "duplicate",
      payload: null,
      options: [
        {
          ...update,
          payload: { id: 7, row_version: 3, arbo_name: "ALPHA growers", org_type: "Federation" },
        },
        { ...asNew, payload: { ...named, org_type: "Federation" } },
      ],
    });
    expect(row?.options[0]?.payload).toEqual({
      id: 7,
      row_version: 3,
      arbo_name: "ALPHA growers",
      org_type: "Federation",
    });
    expect(row?.notes[0]?.reason).toBe(
      "Alpha Growers (00123, Licab) is stored and is probably the same ARBO",
    );
  });

  it("If an import row has the name of a stored ARBO without town and ID, the user can fill them in.", () => {
    const townless = { ...stored, arbo_id: null, muncity_name: null };
    const row = classify({ ...named, arbo_id: "A-1", muncity_name: "Licab" }, [townless]);
    expect(row).toMatchObject({ class: "duplicate", options: [update, asNew] });
    expect(row?.options[0]?.payload).toMatchObject({ id: 7, arbo_id: "A-1", muncity_name: "Licab" });
  });

  it.each([
    ["00123", "123"],
    ["NE-001", "NE 001"],
    ["NE-001", "NE–1"],
    ["2021.05", "202105"],
  ])("The user can update a stored ARBO with the ID %s from a row with the similar ID %s.", (id, written) => {
    const row = classify({ ...named, arbo_id: written, muncity_name: "Licab", org_type: "Federation" }, [
      { ...stored, arbo_id: id },
    ]);
    expect(row).toMatchObject({ class: "duplicate", options: [update, asNew] });
    expect(row?.options[0]?.payload).not.toHaveProperty("arbo_id");
    expect(row?.options[1]?.payload).toMatchObject({ arbo_id: written });
  });

  it("If a nearly matching stored ARBO already has all values of an import row, the import offers no update.", () => {
    const row = classify({ ...stored, arbo_id: "123", id: null, row_version: null, process_stage: null });
    expect(row).toMatchObject({ class: "duplicate", options: [asNew] });
    expect(row?.options).toHaveLength(1);
  });

  it("If several stored ARBOs nearly match an import row, the import offers no update of them.", () => {
    const other = { ...stored, id: 8, arbo_id: "00124", muncity_name: "Cuyapo" };
    const row = classify({ ...named, org_type: "Federation" }, [stored, other]);
    expect(row).toMatchObject({ class: "duplicate", options: [asNew] });
    expect(row?.options).toHaveLength(1);
  });

  it("An import row is new if its ID, town, province or name clearly differs from a stored ARBO's.", () => {
    const differing = [
      { ...named, arbo_id: "00124", muncity_name: "Licab" },
      { ...named, arbo_id: "124", muncity_name: null },
      { ...named, arbo_id: null, muncity_name: "Cuyapo" },
      { ...named, arbo_id: "123", arbo_name: "Beta Growers", muncity_name: "Licab" },
    ];
    for (const row of differing) expect(classify(row)?.class).toBe("new");
    const elsewhere = { ...stored, province_name: "Tarlac" };
    expect(classify({ ...named, arbo_id: "123", muncity_name: null }, [elsewhere])?.class).toBe("new");
  });

  it("If a later import row matches a stored ARBO exactly, an earlier row that nearly matches can't update it.", () => {
    const marked = { ...stored, arbo_id: null, arbo_name: "Alpha Growers*" };
    const rows = [
      { ...office, arbo_name: "Alpha Growers", muncity_name: null, org_type: "Federation" },
      { ...office, arbo_name: "Alpha Growers*", muncity_name: "Licab", org_type: null },
    ];
    const [row] = classifySheet(sheetOf(rows), { existing: [marked] });
    expect(row?.options).toMatchObject([asNew]);
  });

  it("An import row that equals a stored ARBO is unchanged, even if another stored ARBO nearly matches it.", () => {
    const townless = { ...stored, id: 8, arbo_id: null, muncity_name: null };
    const rows = classifySheet(
      sheetOf([{ ...named, arbo_name: "Alpha Growers", arbo_id: "00123", muncity_name: "Licab" }]),
      {
        existing: [stored, townless],
      },
    );
    expect(classesOf(rows)).toEqual(["unchanged"]);
  });
});

describe("Import rows with abbreviated ARBO names", () => {
  it.each([
    ["Ani Multi-Purpose Cooperative", "Ani MPC"],
    ["Bay Cooperative", "BAY COOP."],
    ["Cal Farmers Association, Inc.", "Cal FA Inc."],
    ["Santa Rosa Farmers’ Cooperative", "Sta. Rosa Farmers Coop"],
    ["Dal & Sons Ass'n", "Dal and Sons Association"],
  ])(
    "The user can update the stored ARBO %s from an import row with the abbreviation %s.",
    (name, written) => {
      const known = { ...stored, arbo_id: null, arbo_name: name };
      const row = { ...office, arbo_name: written, muncity_name: "Licab" };
      expect(classify(row, [known])).toMatchObject({
        class: "duplicate",
        options: [{ key: "update", label: `Update ${name}`, payload: { id: 7, arbo_name: written } }, asNew],
      });
      expect(classify({ ...row, muncity_name: "Quezon" }, [known])?.class).toBe("new");
      expect(classify({ ...row, arbo_id: "B-1" }, [{ ...known, arbo_id: "B-2" }])?.class).toBe("new");
    },
  );

  it("Two import rows are probable duplicates if their names differ only in abbreviations.", () => {
    const place = { ...office, muncity_name: "Licab" };
    const rows = classifySheet(
      sheetOf([
        { ...place, arbo_name: "Bay Coop", arbo_id: null },
        { ...place, arbo_name: "Bay Cooperative", arbo_id: null },
        { ...place, arbo_name: "Cal Growers", arbo_id: "NE 001" },
        { ...place, arbo_name: "Cal Growers", arbo_id: "NE-001" },
        { ...place, arbo_name: "Cal Growers", arbo_id: "NE-002" },
      ]),
    );
    expect(classesOf(rows)).toEqual(["new", "duplicate", "new", "duplicate", "new"]);
    expect(rows[3]).toMatchObject({
      options: [asNew],
      notes: [{ field: "arbo_name", reason: "row 4 is probably the same ARBO" }],
    });
  });
});

it("Two training IDs with separators are the same only if all parts between the separators are the same.", () => {
  const training = { ...office, arbo_name: "Alpha Growers", training_title: "Basic Course" };
  const rows = ["2025-1-11", "2025-11-1", "2025/01/11", "2025111"].map((training_id, at) => ({
    ...{ ...training, training_id },
    start_date: `2025-01-0${at + 1}`,
  }));
  const read = classifySheet(sheetOf(rows), { record: arboTraining as AnyRecord });
  expect(classesOf(read)).toEqual(["new", "new", "duplicate", "duplicate"]);
});

it("The import converts an ID such as 1001.0 to 1001.", () => {
  const known = { ...stored, arbo_id: "202100123456" };
  const row = classify(
    { ...named, arbo_name: "Alpha Growers", arbo_id: "202100123456.0", muncity_name: "Licab" },
    [known],
  );
  expect(row).toMatchObject({ class: "unchanged", identity: "202100123456" });
  const added = classify({ ...named, arbo_id: "1001.0", muncity_name: "Licab" }, []);
  expect(added).toMatchObject({
    payload: { arbo_id: "1001" },
    notes: [{ field: "arbo_id", reason: "1001.0 is read as 1001" }],
  });
});

describe("Import rows that differ from a stored income record only in the volume sold", () => {
  const record = farmersTrackingIncome as AnyRecord;
  const sale = {
    ...office,
    muncity_name: "Licab",
    arbo_name: "Alpha Growers",
    reporting_year: 2025,
    reporting_quarter: "Q1",
    crop_sold: "Palay",
  };
  const known = { id: 4, row_version: 2, process_stage: "Pending", ...sale, volume_sold: 10 };
  const classifySales = (volumes: readonly number[], existing: readonly object[] = [known]) =>
    classifySheet(sheetOf(volumes.map((volume_sold) => ({ ...sale, volume_sold }))), {
      record,
      existing: existing as (typeof known)[],
    });

  it("If an import row differs from a stored income row only in the volume sold, the user can update the stored row.", () => {
    const [row] = classifySales([12]);
    expect(row).toMatchObject({
      class: "duplicate",
      payload: null,
      options: [
        { key: "update", label: "Update Alpha Growers", payload: { id: 4, row_version: 2, volume_sold: 12 } },
        { key: "new", label: `Add as a new ${record.noun.one}`, payload: { volume_sold: 12 } },
      ],
    });
    const question = `the stored ${record.noun.one} has 10; is this a correction or another ${record.noun.one}?`;
    expect(row?.notes[0]).toMatchObject({ field: "volume_sold", reason: question });
  });

  it("If one import row equals a stored income row, a row that differs in the volume sold can't correct the stored row.", () => {
    expect(classesOf(classifySales([12, 10]))).toEqual(["new", "unchanged"]);
    expect(classesOf(classifySales([12], [known, { ...known, id: 5, volume_sold: 11 }]))).toEqual(["new"]);
  });

  it("An import row that differs from an approved income row only in the volume sold is new.", () => {
    const approved = { ...known, process_stage: "Approved" };
    expect(classesOf(classifySales([12, 13, 14], [approved]))).toEqual(["new", "new", "new"]);
  });

  it("If two import rows differ from a stored income row in the volume sold, only the first can correct it.", () => {
    expect(classesOf(classifySales([12, 13]))).toEqual(["duplicate", "new"]);
  });
});
