/** Tests rows that no key matches, but that are probably stored already. */
import { describe, expect, it } from "vitest";
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

describe("A row that no key matches", () => {
  it("If a row lacks the town of a stored row with the same name, the user is asked, and an update keeps the town and the ID.", () => {
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

  it("If a stored row lacks the town of a row with the same name, the user is asked, and an update adds the town and the ID.", () => {
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
  ])(
    "If the stored ID %s is written as %s in a row with the same name, the user is asked, and an update keeps the stored ID.",
    (id, written) => {
      const row = classify({ ...named, arbo_id: written, muncity_name: "Licab", org_type: "Federation" }, [
        { ...stored, arbo_id: id },
      ]);
      expect(row).toMatchObject({ class: "duplicate", options: [update, asNew] });
      expect(row?.options[0]?.payload).not.toHaveProperty("arbo_id");
      expect(row?.options[1]?.payload).toMatchObject({ arbo_id: written });
    },
  );

  it("If the row has no values to change, the user can only add it.", () => {
    const row = classify({ ...stored, arbo_id: "123", id: null, row_version: null, process_stage: null });
    expect(row).toMatchObject({ class: "duplicate", options: [asNew] });
    expect(row?.options).toHaveLength(1);
  });

  it("If several stored rows are near matches, the user can only add the row.", () => {
    const other = { ...stored, id: 8, arbo_id: "00124", muncity_name: "Cuyapo" };
    const row = classify({ ...named, org_type: "Federation" }, [stored, other]);
    expect(row).toMatchObject({ class: "duplicate", options: [asNew] });
    expect(row?.options).toHaveLength(1);
  });

  it("A row is new if its ID, its town, its province or its name differs.", () => {
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

  it("A row that repeats a stored row exactly is unchanged, although another stored row is a near match.", () => {
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
