/** Tests how the rows of a file are linked to their ARBOs, by key, ID, and present or former name. */
import { describe, expect, it } from "vitest";
import { collectParents } from "#shared/import/link-rows.ts";
import { Parents } from "#shared/import/parents.ts";
import { readSheet } from "#shared/import/reading/reading.ts";
import { readRow } from "#shared/import/rows.ts";
import type { StoredRow } from "#shared/import/stored-rows.ts";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { form5Accomp } from "#shared/records/forms/form-5.ts";
import { form7Accomp } from "#shared/records/forms/form-7.ts";
import { arboParent } from "#shared/records/vocabulary/groups.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { central, classifySheet, places, province, provincial, region, sheetOf } from "./support.ts";

const office = { region_name: region, province_name: province };
const arbo = { id: 1, ...office, arbo_name: "Present Farmers Association", former_names: ["Former Farmers"] };
const elsewhere = {
  id: 2,
  ...office,
  province_name: "Tarlac",
  arbo_name: "Other",
  former_names: ["Former Farmers"],
};

const parentsOf = (...stored: StoredRow[]) => new Parents(arboParent, stored);

describe("Former ARBO names in the import of a form", () => {
  const row = {
    ...office,
    arbo_name: "Former Farmers",
    reporting_year: 2025,
    reporting_quarter: "Q1",
    product_name: "Salabat",
  };
  const stored = { id: 9, row_version: 1, ...row, arboPrimaryKey: arbo.id, arbo_name: arbo.arbo_name };

  it("The import replaces an ARBO's former name with its present name.", () => {
    const parents = parentsOf(arbo, elsewhere);
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

  it("The import keeps an ARBO name that is only the former name of another office's ARBO.", () => {
    const parents = parentsOf(elsewhere);
    const [read] = classifySheet(sheetOf([row]), { record: form7Accomp as AnyRecord, parents });
    expect(read?.payload).toMatchObject({ arbo_name: "Former Farmers" });
  });

  it("The import keeps a name that is one ARBO's former name and another ARBO's present name.", () => {
    const now = { id: 3, ...office, arbo_name: "Former Farmers", former_names: null };
    const parents = parentsOf(arbo, now);
    const [read] = classifySheet(sheetOf([row]), { record: form7Accomp as AnyRecord, parents });
    expect(read?.payload).toMatchObject({ arbo_name: "Former Farmers" });
  });

  it("If two ARBOs of the office had the same former name, the import does not replace this name.", () => {
    const parents = parentsOf(arbo, { ...arbo, id: 4, arbo_name: "Second" });
    const [read] = classifySheet(sheetOf([row]), { record: form7Accomp as AnyRecord, parents });
    expect(read?.payload).toMatchObject({ arbo_name: "Former Farmers" });
  });
});

describe("Former ARBO names in the import of the masterlist", () => {
  it("A masterlist row with an ARBO's ID and former name does not change the ARBO's name.", () => {
    const parents = parentsOf(arbo);
    const existing = [{ row_version: 1, ...arbo, arbo_id: "A-1" }];
    const rows = [{ ...office, arbo_id: "A-1", arbo_name: "Former Farmers" }];
    const [read] = classifySheet(sheetOf(rows), { record: arboMasterlist as AnyRecord, existing, parents });
    expect(read).toMatchObject({
      class: "unchanged",
      notes: [{ cell: "D2", field: "", reason: `Former Farmers is now called ${arbo.arbo_name}` }],
    });
  });

  it("A masterlist row with an ARBO's former name but another ID or town is new.", () => {
    const mpc = {
      id: 1,
      row_version: 1,
      ...office,
      muncity_name: "Licab",
      arbo_id: "A-1",
      arbo_name: "Ani MPC",
    };
    const known = { ...mpc, former_names: ["Ani Farmers"] };
    const classify = (row: object) =>
      classifySheet(sheetOf([{ ...office, arbo_name: "Ani Farmers", ...row }]), {
        record: arboMasterlist as AnyRecord,
        existing: [mpc],
        parents: parentsOf(known),
      })[0];
    for (const row of [
      { arbo_id: "B-2" },
      { arbo_id: "B-2", muncity_name: "Licab" },
      { muncity_name: "Quezon" },
    ])
      expect(classify(row)).toMatchObject({ class: "new", payload: { arbo_name: "Ani Farmers" } });
    expect(classify({ muncity_name: "Licab" })).toMatchObject({ class: "unchanged", title: "Ani MPC" });
    const renamed = classify({ arbo_id: "A-1", arbo_name: "Ani Multi-Purpose Coop", muncity_name: "Licab" });
    expect(renamed).toMatchObject({
      class: "changed",
      payload: { id: 1, arbo_name: "Ani Multi-Purpose Coop" },
    });
  });
});

describe("References to ARBOs in the import of Form 5", () => {
  const record = form5Accomp as AnyRecord;
  const ani = { id: 5, ...office, muncity_name: "Licab", arbo_id: "NE-1", arbo_name: "Ani Coop" };
  const parents = parentsOf(ani, { ...ani, id: 6, arbo_id: null, arbo_name: "Bay MPC" });
  const period = { reporting_year: 2025, reporting_quarter: "Q1", crop_product: "Palay" };
  const place = { ...office, muncity_name: "Licab" };
  const linked = { arboPrimaryKey: 5, arbo_id: "NE-1", arbo_name: "Ani Coop" };
  const stored = { id: 9, row_version: 1, ...place, ...linked, ...period };
  const classify = (rows: Parameters<typeof sheetOf>[0], existing: StoredRow[] = [stored]) =>
    classifySheet(sheetOf(rows), { record, parents, existing });

  it.each([
    ["a different name beside the ARBO ID", { ...place, arbo_id: "NE-1", arbo_name: "Ani Cooperative" }],
    ["no name beside the ARBO ID", { ...place, arbo_id: "NE-1" }],
    ["a different spelling of the ARBO ID", { ...place, arbo_id: "ne-1" }],
    ["the name in capital letters and no ARBO ID", { ...place, arbo_id: null, arbo_name: "ANI COOP" }],
    ["the name and no town", { ...office, arbo_name: "Ani Coop" }],
    ["only the key of the ARBO", { ...office, arboPrimaryKey: 5 }],
  ])("An import row that has %s matches the stored row of the same ARBO.", (_, named) => {
    expect(classify([{ ...named, ...period }])).toMatchObject([{ class: "unchanged", title: "Ani Coop" }]);
    const twice = classify(
      [
        { ...named, ...period },
        { ...office, arbo_name: "Ani Coop", ...period },
      ],
      [],
    );
    expect(twice).toMatchObject([{ class: "new" }, { class: "duplicate", repeats: 2 }]);
  });

  it("If an import row's ARBO name contradicts its ARBO ID, the import uses the name that belongs to the ID.", () => {
    const [row] = classify([
      { ...place, arbo_id: "NE-1", arbo_name: "Bay MPC", ...period, crop_product: "Mais" },
    ]);
    expect(row).toMatchObject({
      class: "new",
      payload: { arbo_id: "NE-1", arbo_name: "Ani Coop" },
      notes: [{ cell: "E2", reason: "saved as Ani Coop, the name of NE-1 in the list of ARBOs" }],
    });
  });

  it("For an unknown ARBO name, the import adds a note with similar ARBO names.", () => {
    const [row] = classify([{ ...place, arbo_name: "Bay Multi-Purpose Kooperatiba", ...period }]);
    expect(row).toMatchObject({
      class: "new",
      notes: [
        {
          field: "arbo_name",
          reason:
            "no ARBO has this name, so the row will not be linked to the list of ARBOs. Similar: Bay MPC",
        },
      ],
    });
    const [far] = classify([{ ...place, arbo_name: "Zyx", ...period }]);
    expect(far?.notes[0]?.reason).toBe(
      "no ARBO has this name, so the row will not be linked to the list of ARBOs",
    );
  });

  describe("If several ARBOs of the office have the ARBO name of an import row", () => {
    const twins = parentsOf(
      { ...ani, barangay_name: "Aquino" },
      { ...ani, id: 7, arbo_id: "NE-7", muncity_name: "Quezon" },
      { ...ani, id: 8, arbo_id: null, barangay_name: "Villarosa" },
    );
    const readOne = (row: object, existing: StoredRow[] = []) =>
      classifySheet(sheetOf([{ ...office, arbo_name: "Ani Coop", ...period, ...row }]), {
        record,
        parents: twins,
        existing,
      })[0];

    it("The town and the barangay of the row decide to which ARBO the row is linked.", () => {
      const near = readOne({ muncity_name: "Quezon" });
      expect(near).toMatchObject({ class: "new", payload: { arboPrimaryKey: 7 }, notes: [] });
      const village = { muncity_name: "Licab", barangay_name: "Villarosa" };
      expect(readOne(village)).toMatchObject({ class: "new", payload: { arboPrimaryKey: 8 } });
    });

    it("The row is an error with a list of the ARBOs if its town does not decide.", () => {
      const reason =
        "3 ARBOs have this name: NE-1 (Aquino, Licab), NE-7 (Quezon) and one without an ID (Villarosa, Licab); write the ID";
      for (const muncity_name of [null, "Licab", "Cuyapo"])
        expect(readOne({ muncity_name })).toMatchObject({
          class: "wrong",
          issues: [{ field: "arbo_name", reason }],
        });
    });

    it("A stored row keeps its ARBO.", () => {
      for (const one of [stored, { ...stored, arboPrimaryKey: 7, arbo_id: "NE-7" }])
        expect(readOne({ muncity_name: "Licab" }, [one])).toMatchObject({ class: "unchanged", notes: [] });
      const unlinked = { ...stored, arboPrimaryKey: null, arbo_id: null };
      expect(readOne({ muncity_name: "Licab" }, [unlinked])).toMatchObject({ class: "unchanged" });
    });
  });

  it("An ARBO ID with another case, blank or dash means the only ARBO with this ID.", () => {
    const find = (arbo_id: string, ...more: StoredRow[]) =>
      classifySheet(sheetOf([{ ...place, arbo_id, ...period, crop_product: "Mais" }]), {
        record,
        parents: parentsOf(ani, ...more),
      })[0];
    for (const arbo_id of ["ne 1", "NE – 1", "NE_1"])
      expect(find(arbo_id)).toMatchObject({
        payload: { arbo_id: "NE-1" },
        notes: [{ field: "arbo_id", reason: `"${arbo_id}" is read as NE-1` }],
      });
    expect(find("NE 1", { ...ani, id: 9, arbo_id: "NE/1", arbo_name: "Bay" })).toMatchObject({
      class: "wrong",
      issues: [{ field: "arbo_id", reason: '"NE 1" may mean NE-1 or NE/1' }],
    });
  });

  it.each([
    ["the ARBO ID", { arbo_id: "NE-2" }],
    ["the ARBO ID and the name", { arbo_id: "NE-2", arbo_name: "Cal Coop" }],
    ["the ARBO record", { arboPrimaryKey: 7 }],
  ])("A user can link a row to another ARBO by changing %s in an export and importing it.", (_, edited) => {
    const cal = { ...ani, id: 7, arbo_id: "NE-2", arbo_name: "Cal Coop" };
    const [row] = classifySheet(sheetOf([{ ...place, ...linked, ...period, ...edited }]), {
      record,
      parents: parentsOf(ani, cal),
      existing: [stored],
    });
    expect(row).toMatchObject({ class: "changed", payload: { id: 9, arboPrimaryKey: 7, arbo_id: "NE-2" } });
  });

  it("If only the ARBO name of an imported row differs, the import leaves the stored row unchanged and adds a note.", () => {
    const [row] = classify([{ ...place, ...linked, ...period, arbo_name: "Luntian" }]);
    expect(row).toMatchObject({ class: "unchanged", notes: [{ field: "arbo_name", value: "Luntian" }] });
  });

  it("If two import rows with different towns match a stored row without a town, only the first updates it.", () => {
    const rows = ["Licab", "Cuyapo"].map((muncity_name) => ({
      ...place,
      ...linked,
      ...period,
      muncity_name,
    }));
    expect(classify(rows, [{ ...stored, muncity_name: null }]).map((row) => row.class)).toEqual([
      "changed",
      "new",
    ]);
  });

  it("If an import row differs from the previous row only in the town, the user can add it as a new record.", () => {
    const rows = [null, "Cuyapo"].map((muncity_name) => ({ ...place, ...linked, ...period, muncity_name }));
    expect(classify(rows, [])).toMatchObject([
      { class: "new" },
      {
        class: "duplicate",
        options: [{ key: "new", payload: { muncity_name: "Cuyapo", save_anyway: true } }],
      },
    ]);
  });

  it("An ARBO ID in an import row is an error if no ARBO of the row's office has this ID.", () => {
    const far = { ...ani, id: 8, arbo_id: "TA-1", arbo_name: "Far Coop", province_name: "Tarlac" };
    const reasonOf = (named: object) =>
      classifySheet(sheetOf([{ ...place, ...period, ...named }]), {
        record,
        parents: parentsOf(ani, far),
        existing: [stored],
        access: central,
      })[0]?.issues[0]?.reason;
    expect(reasonOf({ arbo_id: "XX-9" })).toBe("the list of ARBOs has no ARBO with this ID");
    expect(reasonOf({ arbo_id: "NE 001" })).toBe(
      "the list of ARBOs has no ARBO with this ID; did you mean NE-1 (Ani Coop)?",
    );
    expect(reasonOf({ arbo_id: "TA-1" })).toMatch(/^Far Coop belongs to another office \(Tarlac, /);
    expect(reasonOf({ arboPrimaryKey: 5, arbo_id: "TA-1", crop_product: "Mais" })).toBe(
      "belongs to a different ARBO than the ARBO record",
    );
    expect(reasonOf({ arboPrimaryKey: 5, arbo_id: "NE-1" })).toBeUndefined();
  });

  it("If a user can't see all ARBOs, an unknown ARBO ID in an import gives a note and no error.", async () => {
    const fed = { arbo_id: "R-1", arbo_name: "Regional Federation" };
    const existing = [{ ...stored, ...fed, arboPrimaryKey: 99 }];
    const rows = sheetOf([
      { ...place, ...fed, ...period },
      { ...place, ...fed, ...period, crop_product: "Mais" },
    ]);
    const alone = classifySheet(rows, { record, parents: parentsOf(ani), existing });
    expect(alone).toMatchObject([
      { class: "unchanged", notes: [] },
      {
        class: "new",
        notes: [{ field: "arbo_id", reason: "the list of ARBOs shows you no ARBO with this ID" }],
      },
    ]);
    const { layout, rows: data } = readSheet(record, { rows });
    const read = data.map((row) => readRow({ record, layout, user: provincial, places }, row));
    const parents = await collectParents(record, read, async () => [], existing);
    const linked = classifySheet(rows, { record, parents, existing });
    expect(linked).toMatchObject([
      { class: "unchanged", notes: [] },
      { class: "new", notes: [], payload: fed },
    ]);
  });

  it("If two stored rows match an ARBO's import row, the row that is linked to the ARBO is updated.", () => {
    const named = { ...stored, id: 10, arboPrimaryKey: null, arbo_id: null };
    const row = { ...place, arbo_name: "Ani Coop", ...period, remarks: "Edited" };
    const [read] = classify([row], [named, { ...stored, id: 11 }]);
    expect(read).toMatchObject({ class: "changed", payload: { id: 11 } });
    const crop = { crop_product: "Palay &amp; Mais" };
    const repaired = classify(
      [{ ...row, ...crop }],
      [named, { ...stored, id: 11 }].map((one) => ({ ...one, ...crop })),
    );
    expect(repaired).toMatchObject([{ class: "changed", payload: { id: 11 } }]);
    const [first] = classify([row], [named]);
    expect(first).toMatchObject({ class: "changed", payload: { id: 10 } });
  });

  it("The import compares each unknown ARBO name with the ARBOs of the office only once, even if it is repeated.", () => {
    let reads = 0;
    const many = Array.from({ length: 100 }, (_, at) => ({
      ...ani,
      id: at + 1,
      arbo_name: `Kooperatiba ng Barangay ${at}`,
      get arbo_id() {
        reads++;
        return `NE-${at}`;
      },
    }));
    const known = parentsOf(...many);
    const similar = known.similarNames({ ...office, arbo_name: "Samahan ng Barangay 7" });
    expect(similar[0]).toBe("Kooperatiba ng Barangay 7");
    expect(known.similarNames({ ...office, arbo_name: "SAMAHAN ng Barangay 7" })).toBe(similar);
    const idsLike = (arbo_id: string) => known.withSameId({ ...office, arbo_id }).map(({ id }) => id);
    expect(idsLike("ne 07")).toEqual([8]);
    reads = 0;
    expect([idsLike("NE007"), idsLike("XX-1"), idsLike("XX-1")]).toEqual([[8], [], []]);
    expect(reads).toBeLessThan(10);
  });

  it("The import looks up all ARBOs of the offices in a file with one request.", async () => {
    const asked: Record<string, unknown>[] = [];
    const rows: Record<string, string | number>[] = [
      { arbo_name: "One" },
      { arbo_name: "Two" },
      { arbo_id: "R-1" },
      { arboPrimaryKey: 77 },
    ];
    const { layout, rows: data } = readSheet(record, {
      rows: sheetOf(rows.map((row) => ({ ...place, ...row }))),
    });
    const read = data.map((row) => readRow({ record, layout, user: provincial, places }, row));
    const list = async (filter: Record<string, unknown>) => {
      asked.push(filter);
      return [];
    };
    await collectParents(record, read, list);
    expect(asked).toEqual([
      { region_name: [region], province_name: [province] },
      { id: [77] },
      { arbo_id: ["R-1"] },
    ]);
    asked.length = 0;
    expect(await collectParents(record, [], list)).toBeUndefined();
    expect(asked).toEqual([]);
  });
});
