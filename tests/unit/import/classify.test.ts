/** Tests that each row of a file is assigned to exactly one class (spec section 5, import). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countRows } from "#shared/import/classify/counts.ts";
import { ListBook } from "#shared/import/list-book.ts";
import { similarity, trigrams } from "#shared/import/name-similarity.ts";
import type { StoredRow } from "#shared/import/stored-rows.ts";
import { fmeInventoryTable } from "#shared/records/forms/fme-inventory-table.ts";
import { form10 } from "#shared/records/forms/form-10.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { central, classesOf, classifySheet, province, provincial, region, sheetOf } from "./support.ts";

const place = { region_name: region, province_name: province, muncity_name: "Licab" };
const stored = {
  id: 7,
  row_version: 3,
  process_stage: "Pending",
  arbo_id: "A-1",
  arbo_name: "Licabeñong Gintong Butil Farmers’ Association",
  ...place,
  total_member: 13,
  total_member_male: 5,
  total_member_female: 8,
  total_asset: "1234567",
  date_of_registration: "2021-03-05",
  org_type: "Farmers Association",
};
const file = { arbo_id: "A-1", arbo_name: stored.arbo_name, ...place };

describe("New rows of an import", () => {
  it("An import row without a matching stored row is new.", () => {
    const [row] = classifySheet(sheetOf([{ ...file, arbo_id: "A-2", arbo_name: "Another", org_type: "" }]), {
      existing: [stored],
    });
    expect(row).toMatchObject({ class: "new", title: "Another", identity: "A-2" });
    expect(row?.payload).toEqual({ arbo_id: "A-2", arbo_name: "Another", ...place });
  });

  it("For a new import row, the preview names a stored row of the same town with a similar name.", () => {
    const alike = { ...file, arbo_id: "A-2", arbo_name: "Licabeñong Gintong Butil Farmers Assn." };
    const rows = classifySheet(sheetOf([alike, { ...alike, arbo_id: "A-3", muncity_name: "Quezon" }]), {
      existing: [stored],
    });
    expect(rows.map((row) => row.similarNames)).toEqual([[stored.arbo_name], []]);
    expect(classesOf(rows)).toEqual(["new", "new"]);
  });

  it("The import shows which fields of an import row have unusual values.", () => {
    const rows = classifySheet(
      sheetOf([
        { ...file, arbo_id: "A-2", arbo_name: "Another", total_member: 50, no_arb_member_total: 90 },
        { ...file, arbo_id: "A-3", arbo_name: "Different", total_member: 50, no_arb_member_total: 40 },
      ]),
      { existing: [stored] },
    );
    expect(rows.map((row) => row.unusualValues.map(({ field }) => field))).toEqual([
      ["no_arb_member_total"],
      [],
    ]);
  });
});

describe("Import rows that match a stored row", () => {
  it("An import row is unchanged if its values differ from the stored ones only in format.", () => {
    const same = {
      ...file,
      arbo_name: ` ${stored.arbo_name} `,
      total_member: "13",
      total_asset: "1,234,567",
      date_of_registration: "3/5/2021",
    };
    expect(classesOf(classifySheet(sheetOf([same]), { existing: [stored] }))).toEqual(["unchanged"]);
  });

  it("The import sends an unchanged total if the file lacks the parts from which the total was computed.", () => {
    const [row] = classifySheet(
      sheetOf([{ ...file, total_member: 13, total_member_male: "", total_member_female: "" }]),
      { existing: [stored] },
    );
    expect(row?.changes.map(({ field }) => field)).toEqual(["total_member_male", "total_member_female"]);
    expect(row?.payload).toMatchObject({ total_member_male: null, total_member: 13 });
  });

  it("The import sends only the changed fields of a changed row.", () => {
    const [row] = classifySheet(sheetOf([{ ...file, total_member_male: 6, total_member_female: 8 }]), {
      existing: [stored],
    });
    expect(row).toMatchObject({
      class: "changed",
      changes: [
        { field: "total_member_male", from: 5, to: 6 },
        { field: "total_member", from: 13, to: 14 },
      ],
      payload: { id: 7, row_version: 3, total_member_male: 6, total_member: 14 },
    });
  });

  it("A blank cell in an import file clears the stored value.", () => {
    const [row] = classifySheet(sheetOf([{ ...file, org_type: null }]), { existing: [stored] });
    expect(row?.changes).toEqual([{ field: "org_type", from: "Farmers Association", to: null }]);
    expect(row?.payload).toEqual({ id: 7, row_version: 3, org_type: null });
  });

  it("An import row without an ID matches a stored row with the same name and place.", () => {
    const name = "LICABENONG  gintong butil farmers' association";
    const [row] = classifySheet(sheetOf([{ ...file, arbo_id: null, arbo_name: name }]), {
      existing: [stored],
    });
    expect(row).toMatchObject({
      class: "changed",
      changes: [{ field: "arbo_name", from: stored.arbo_name, to: name.replace("  ", " ") }],
    });
  });

  it("If a stored row has no ID, an import row with an ID and the same name and place matches it.", () => {
    const [row] = classifySheet(sheetOf([file]), { existing: [{ ...stored, arbo_id: null }] });
    expect(row?.changes).toEqual([{ field: "arbo_id", from: null, to: "A-1" }]);
  });

  it("An import row is new if the stored row with the same name and place has another ID.", () => {
    const [row] = classifySheet(sheetOf([{ ...file, arbo_id: "A-9" }]), { existing: [stored] });
    expect(row?.class).toBe("new");
  });

  it("An import row without a town matches a stored row without a town.", () => {
    const townless = { ...stored, arbo_id: null, muncity_name: null };
    const [row] = classifySheet(sheetOf([{ ...file, arbo_id: null, muncity_name: null }]), {
      existing: [townless],
    });
    expect(row?.class).toBe("unchanged");
  });

  it("If an import row matches several stored rows, the user can't use it to update any of them.", () => {
    const twins = [7, 8].map((id) => ({ ...stored, id, arbo_id: null }));
    const nameless = { ...file, arbo_id: null };
    const rows = classifySheet(sheetOf([{ ...nameless, org_type: "Federation" }]), { existing: twins });
    expect(rows[0]).toMatchObject({
      class: "duplicate",
      notes: [{ cell: "B2", reason: expect.stringContaining("2 stored ARBOs match") }],
      options: [{ key: "new", payload: { org_type: "Federation", save_anyway: true } }],
    });
    const same = classifySheet(sheetOf([{ ...nameless, org_type: stored.org_type }]), { existing: twins });
    expect(classesOf(same)).toEqual(["unchanged"]);
  });

  it("If two stored rows have the same name and place, two import rows with this name and place match different ones.", () => {
    const [one, other] = ["Cooperative", "Federation"].map((org_type, index) => ({
      ...stored,
      id: 7 + index,
      arbo_id: null,
      org_type,
    }));
    const rows = [one, other, one].map((row) => ({
      ...file,
      arbo_id: null,
      org_type: row?.org_type ?? null,
    }));
    const found = classifySheet(sheetOf(rows), { existing: [one ?? stored, other ?? stored] });
    expect(classesOf(found)).toEqual(["unchanged", "unchanged", "duplicate"]);
    expect(found[2]?.repeats).toBe(2);
  });

  it("The import does not validate a value that equals the stored value.", () => {
    const old = { ...stored, registering_agency: "SEC (old)" };
    const sheet = sheetOf([{ ...file, registering_agency: "SEC (old)", total_member: 13 }]);
    expect(classesOf(classifySheet(sheet, { existing: [old] }))).toEqual(["unchanged"]);
  });
});

describe("Dropdown values in an import", () => {
  const lists = new ListBook({ org_type: ["Cooperative", "Farmers’ Association"] });
  const classified = (org_type: string | number, existing?: Record<string, unknown>) =>
    classifySheet(sheetOf([{ ...file, org_type }]), { lists, existing: existing ? [existing] : [] })[0];

  it("The import uses a dropdown list's spelling for a value in another letter case.", () => {
    for (const written of ["COOPERATIVE", " cooperative "]) {
      expect(classified(written)?.payload?.org_type).toBe("Cooperative");
      expect(classified(written)?.notes).toEqual([]);
    }
  });

  it("The import keeps a dropdown value unchanged if the list contains its exact spelling.", () => {
    const both = new ListBook({ org_type: ["COOP", "Coop"] });
    const rows = sheetOf(
      ["Coop", "COOP", "coop"].map((org_type, index) => ({ ...file, arbo_id: `B-${index}`, org_type })),
    );
    const found = classifySheet(rows, { lists: both }).map((row) => row.payload?.org_type);
    expect(found).toEqual(["Coop", "COOP", "COOP"]);
  });

  it("The import saves a value that is not in the dropdown list, and adds a note.", () => {
    const row = classified("Guild");
    expect([row?.class, row?.payload?.org_type]).toEqual(["new", "Guild"]);
    expect(row?.notes).toMatchObject([
      { field: "org_type", reason: '"Guild" is not in the list; saved as written' },
    ]);
  });

  it.each(["N/A", "-", "TBA", 0])(
    "The import reads the placeholder %s in a dropdown column as blank, unless the list contains it.",
    (written) => {
      const row = classified(written);
      expect([row?.issues, row?.payload?.org_type]).toEqual([[], undefined]);
      expect(row?.notes).toMatchObject([
        { field: "org_type", reason: `"${written}" means no value; left blank` },
      ]);
      const listed = new ListBook({ org_type: ["Cooperative", String(written)] });
      const [known] = classifySheet(sheetOf([{ ...file, org_type: written }]), { lists: listed });
      expect([known?.notes, known?.payload?.org_type]).toEqual([[], String(written)]);
      const empty = new ListBook({ org_type: [] });
      const [first] = classifySheet(sheetOf([{ ...file, org_type: written }]), { lists: empty });
      expect(first?.payload?.org_type).toBeUndefined();
    },
  );

  it.each(["Pending", "No"])("The import saves the value %s of a dropdown column as written.", (written) => {
    expect(classified(written)?.payload?.org_type).toBe(written);
  });

  it.each(["/", "✓", "?"])("The mark %s in a dropdown column is an import error.", (written) => {
    expect(classified(written)?.issues).toMatchObject([
      { field: "org_type", reason: `"${written}" is not in the list` },
    ]);
  });

  it.each(["N/A", "/"])("An import row with the stored dropdown value %s is unchanged.", (org_type) => {
    const row = classified(org_type, { ...stored, org_type });
    expect([row?.class, row?.issues, row?.notes]).toEqual(["unchanged", [], []]);
  });

  it("An import row is unchanged if it differs from the stored row only in the spelling of a dropdown value.", () => {
    expect(classified("Cooperative", { ...stored, org_type: "cooperative" })?.class).toBe("unchanged");
    const kept = classified("Guild", { ...stored, org_type: "Guild" });
    expect([kept?.class, kept?.notes]).toEqual(["unchanged", []]);
  });
});

describe("Offices and places of import rows", () => {
  it("An import row of another office is out of scope, even if it has errors.", () => {
    const rows = sheetOf([
      { ...file, province_name: "Tarlac", total_member: "many" },
      { ...file, region_name: "Region I (Ilocos Region)", province_name: "Pangasinan" },
      { ...file, province_name: "NUEVA ECIJA", region_name: "Region III" },
    ]);
    const classified = classifySheet(rows);
    expect(classesOf(classified)).toEqual(["out_of_scope", "out_of_scope", "new"]);
    expect(classified[0]?.notes).toMatchObject([{ reason: `belongs to another office: Tarlac, ${region}` }]);
    expect(classified[0]?.issues).toEqual([]);
    expect(classesOf(classifySheet(rows, { access: { ...provincial, level: null } }))).toEqual(
      Array(3).fill("out_of_scope"),
    );
  });

  it("The rows of a file without region and province columns get the user's office.", () => {
    const { region_name: _, province_name: __, ...bare } = file;
    const rows = sheetOf([{ ...bare, arbo_id: "A-2", arbo_name: "Another" }]);
    const [added] = classifySheet(rows, { existing: [stored] });
    expect(added).toMatchObject({
      class: "new",
      payload: { region_name: region, province_name: province },
      notes: [
        { field: "region_name", cell: "", reason: `not in the file, so ${region} is taken from your office` },
        {
          field: "province_name",
          cell: "",
          reason: `not in the file, so ${province} is taken from your office`,
        },
      ],
    });
    // A Central user has no office, so the region is required. A stored row keeps its office.
    expect(classifySheet(rows, { access: central })[0]?.issues).toMatchObject([{ field: "region_name" }]);
    const [changed] = classifySheet(sheetOf([{ ...bare, remarks: "Checked" }]), {
      existing: [{ ...stored, province_name: "Tarlac", muncity_name: "Licab" }],
      access: { ...provincial, level: "Regional", offices: central.offices },
    });
    expect(changed).toMatchObject({
      class: "changed",
      payload: { id: 7, row_version: 3, remarks: "Checked" },
    });
    expect(Object.keys(changed?.payload ?? {})).toEqual(["id", "row_version", "remarks"]);
    expect(changed?.notes).toEqual([]);
  });

  it("The import fills in a blank region based on the province.", () => {
    const rows = classifySheet(
      sheetOf([
        { ...file, arbo_id: "1", arbo_name: "a", region_name: "region 3", province_name: "nueva ecija" },
        { ...file, arbo_id: "2", arbo_name: "b", region_name: "", province_name: "Pangasinan" },
        { ...file, arbo_id: "3", arbo_name: "c", region_name: "Atlantis" },
        { ...file, arbo_id: "4", arbo_name: "d", province_name: "Pangasinan" },
      ]),
      { access: central },
    );
    expect(rows[0]?.payload).toMatchObject({ region_name: region, province_name: province });
    expect(rows[1]?.payload).toMatchObject({ region_name: "Region I (Ilocos Region)" });
    expect(rows[2]?.issues).toMatchObject([{ cell: "C4", reason: '"Atlantis" is not a region' }]);
    expect(rows[3]?.issues).toMatchObject([
      { cell: "D5", reason: `"Pangasinan" is not a province of ${region}` },
    ]);
  });
});

describe("Wrong rows of an import", () => {
  it("The import reports the cell, the value and the reason of each error in a row.", () => {
    const sheet = sheetOf([
      {
        ...file,
        total_member: "many",
        date_of_registration: "31/31/2020",
        remarks: { problem: "the formula has no stored result", text: "=A1" },
      },
    ]);
    expect(classifySheet(sheet)[0]).toMatchObject({
      class: "wrong",
      issues: [
        { field: "remarks", cell: "H2", value: "=A1", reason: "the formula has no stored result" },
        { field: "total_member", cell: "F2", value: "many", reason: '"many" is not a number' },
        { field: "date_of_registration", cell: "G2", value: "31/31/2020" },
      ],
      payload: null,
    });
  });

  it("Text in a number cell is an import error, unless the user chooses to read it as 0.", () => {
    const sheet = sheetOf([{ ...file, total_member: "many" }]);
    expect(classifySheet(sheet)[0]).toMatchObject({ class: "wrong", issues: [{ cell: "F2", isText: true }] });
    const [row] = classifySheet(sheet, { textAsZero: true });
    expect(row).toMatchObject({ class: "new", payload: { total_member: 0 }, notes: [{ cell: "F2" }] });
  });

  it("The import offers to read a faulty cell as 0 only if it is text in a number column.", () => {
    const issuesOf = (row: Record<string, string | number>) =>
      classifySheet(sheetOf([{ ...file, ...row }]))[0]?.issues.map(({ field, isText }) => [field, isText]);
    expect(issuesOf({ total_member: -5, date_of_registration: "31/31/2020", year_organized: "old" })).toEqual(
      [
        ["total_member", undefined],
        ["date_of_registration", undefined],
        ["year_organized", undefined],
      ],
    );
    expect(issuesOf({ total_member: "many" })).toEqual([["total_member", true]]);
  });

  it("An import row is wrong if its total of members is not the sum of male and female members.", () => {
    const wrong = (row: Record<string, string | number>) =>
      classifySheet(sheetOf([{ ...file, ...row }]), { existing: [stored] })[0]?.issues[0]?.reason;
    expect(wrong({ total_member: 12, total_member_male: 5, total_member_female: 8 })).toBe(
      "All members is 12 but male and female add up to 13",
    );
    expect(wrong({ total_member: 12 })).toContain("add up to 13");
  });

  it("In an import, a missing required value is an error.", () => {
    const [row] = classifySheet(sheetOf([{ ...file, arbo_name: null }]));
    expect(row).toMatchObject({ class: "wrong", issues: [{ cell: "B2", reason: "ARBO name is required" }] });
  });

  it("If the user may not save a change, the import marks the changed row as wrong and states the reason.", () => {
    const changed = sheetOf([{ ...file, org_type: "Federation" }]);
    const reason = (access: typeof provincial, existing = [stored]) =>
      classifySheet(changed, { access, existing })[0]?.issues[0]?.reason;
    const approved = [{ ...stored, process_stage: "Approved" }];
    const closed = {
      ...provincial,
      offices: { target: [], accomplishment: [] },
      windows: { target: { open: false }, accomplishment: { open: false, reason: "Closed on 31 March" } },
    };
    expect(reason(provincial)).toBeUndefined();
    expect(reason(provincial, approved)).toContain(
      "approved and locked; ask your regional office to set it back",
    );
    expect(reason({ ...provincial, rights: [...provincial.rights, "Approve"] }, approved)).toContain(
      "approved and locked; set it back to Pending first",
    );
    expect(reason(central, approved)).toBeUndefined();
    expect(reason(closed)).toBe("Closed on 31 March");
    expect(reason(closed, [])).toBe("Closed on 31 March");
    expect(reason({ ...provincial, rights: ["Read"] })).toContain("need the Edit right");
    expect(reason({ ...provincial, rights: ["Delete"] }, [])).toBeUndefined();
    const elsewhere = { ...provincial, offices: { target: [], accomplishment: [`${region} / Tarlac`] } };
    expect(reason(elsewhere)).toContain("not open for Nueva Ecija");
    const unchanged = sheetOf([file]);
    expect(classesOf(classifySheet(unchanged, { access: closed, existing: approved }))).toEqual([
      "unchanged",
    ]);
  });
});

describe("Duplicate rows of an import", () => {
  it("Later import rows with the ID of an earlier row are duplicates.", () => {
    const rows = classifySheet(sheetOf([file, { ...file, arbo_name: "Other" }, { ...file, arbo_id: "a-1" }]));
    expect(classesOf(rows)).toEqual(["new", "duplicate", "duplicate"]);
    expect(rows.map((row) => row.repeats)).toEqual([null, 2, 2]);
  });

  it("An import cell with several IDs is an error.", () => {
    const classify = (...ids: string[]) =>
      classifySheet(
        sheetOf(ids.map((arbo_id, index) => ({ ...file, arbo_id, arbo_name: `ARBO number ${index}` }))),
        { existing: [stored] },
      );
    const classes = (...ids: string[]) => classesOf(classify(...ids));
    expect(classes("B-3 & B-4", "B-5;B-6", "2021/001")).toEqual(["wrong", "wrong", "new"]);
    expect(classes("B-1/B-2", "B-2")).toEqual(["wrong", "new"]);
    expect(classify("B-1/A-1")[0]?.issues).toMatchObject([
      { field: "arbo_id", reason: '"B-1/A-1" looks like the IDs of several ARBOs; write one row per ARBO' },
    ]);
  });

  it("An import row without an ID is a duplicate of an earlier row with the same name and place.", () => {
    expect(classesOf(classifySheet(sheetOf([file, { ...file, arbo_id: null }])))).toEqual([
      "new",
      "duplicate",
    ]);
    expect(classesOf(classifySheet(sheetOf([{ ...file, arbo_id: null }, file])))).toEqual([
      "new",
      "duplicate",
    ]);
    expect(classesOf(classifySheet(sheetOf([file, { ...file, arbo_id: "A-2" }])))).toEqual(["new", "new"]);
  });

  it("The second of two import rows that match the same stored row is a duplicate.", () => {
    const rows = classifySheet(
      sheetOf([
        { ...file, arbo_name: "Licabeñong Gintong Butil Cooperative" },
        { ...file, arbo_id: null },
      ]),
      {
        existing: [stored],
      },
    );
    expect(classesOf(rows)).toEqual(["changed", "duplicate"]);
  });
});

describe("Classes of import rows", () => {
  it("Every import row has exactly one class, such as new or duplicate.", () => {
    const cell = fc.constantFrom(null, "A-1", "A-2", "x", 5, -1, "many");
    const row = fc.record({
      arbo_id: fc.constantFrom(null, "A-1", "A-2", "A-3"),
      arbo_name: fc.constantFrom(null, "One", "Two", stored.arbo_name),
      region_name: fc.constant(region),
      province_name: fc.constantFrom(province, "Tarlac"),
      total_member: cell,
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), (rows) => {
        const classified = classifySheet(sheetOf(rows), { existing: [stored] });
        const { all, classes, withIdentity, withoutIdentity } = countRows(classified);
        expect(classified).toHaveLength(rows.length);
        expect(Object.values(classes).reduce((sum, count) => sum + count, 0)).toBe(all);
        expect(withIdentity + withoutIdentity).toBe(all - classes.out_of_scope);
        for (const { class: name, payload } of classified) {
          expect(payload !== null).toBe(name === "new" || name === "changed");
        }
      }),
    );
  });

  it("The import and the Postgres extension pg_trgm compute the same similarity for two texts.", () => {
    expect(similarity(trigrams("word"), trigrams("two words"))).toBeCloseTo(0.363636, 5);
    expect(similarity(trigrams(""), trigrams("x"))).toBe(0);
  });
});

describe("Form 10 import rows of the same ARBO and year", () => {
  const record = form10 as AnyRecord;
  const report = {
    region_name: region,
    province_name: province,
    muncity_name: "Licab",
    arbo_name: "Alpha Growers",
    reporting_year: 2025,
    reporting_quarter: "Q1",
    training_title: "Leadership",
    num_arb_participants: 35,
  };
  const reported = {
    ...report,
    id: 3,
    row_version: 1,
    process_stage: "Pending",
    training_title: ["Leadership"],
  };
  const second = { ...report, training_title: "Bookkeeping" };
  const later = { ...report, reporting_quarter: "Q2", training_title: "Marketing" };
  const classify = (rows: readonly (typeof report)[], existing: readonly StoredRow[] = []) =>
    classifySheet(sheetOf(rows), { record, existing });

  it("If an import row differs from an earlier row only in the training title, the user can add it as a new record.", () => {
    const rows = classify([report, second, later, later]);
    expect(rows.map(({ class: of, repeats }) => [of, repeats])).toEqual([
      ["new", null],
      ["duplicate", 2],
      ["duplicate", 2],
      ["duplicate", 4],
    ]);
    expect(rows[1]).toMatchObject({
      payload: null,
      notes: [{ field: "training_title", reason: "row 2 has Leadership; is this another accomplishment?" }],
      options: [
        {
          key: "new",
          label: "Add as a new accomplishment",
          payload: { training_title: ["Bookkeeping"], save_anyway: true },
        },
      ],
    });
    expect(rows[3]?.options).toEqual([]);
  });

  it("If an import row matches a stored row of another quarter, the user can add it as a new record.", () => {
    const [row] = classify([later], [reported]);
    expect(row).toMatchObject({
      class: "duplicate",
      payload: null,
      options: [
        { key: "update", payload: { id: 3, row_version: 1, reporting_quarter: "Q2" } },
        { key: "new", payload: { reporting_quarter: "Q2", save_anyway: true } },
      ],
    });
    expect(row?.changes.map(({ field }) => field)).toEqual(["reporting_quarter", "training_title"]);
    expect(row?.notes[0]).toMatchObject({
      cell: "F2",
      reason: "the stored accomplishment has Q1; is this a correction or another accomplishment?",
    });
  });

  it("If a stored row of another quarter is approved, an import row that otherwise matches it can't update it.", () => {
    const [row] = classify([later], [{ ...reported, process_stage: "Approved" }]);
    expect(row?.options.map(({ key }) => key)).toEqual(["new"]);
  });

  it("If an import row differs from a stored row only in the quarter, the user can't add it as a new record.", () => {
    const { training_title: _title, ...moved } = { ...report, reporting_quarter: "Q2" };
    const [row] = classifySheet(sheetOf([moved]), { record, existing: [reported] });
    expect(row).toMatchObject({ class: "duplicate", issues: [], options: [{ key: "update" }] });
    expect(row?.options).toHaveLength(1);
  });

  it("An import row changes a stored row of the same quarter or without a quarter.", () => {
    expect(classesOf(classify([report, second], [reported]))).toEqual(["unchanged", "duplicate"]);
    expect(classify([second], [reported])[0]).toMatchObject({ class: "changed", payload: { id: 3 } });
    const [blank] = classify([second], [{ ...reported, reporting_quarter: null }]);
    expect(blank).toMatchObject({ class: "changed", payload: { reporting_quarter: "Q1" } });
  });

  it("If a file contains rows of several quarters, each row matches the stored row of its own quarter.", () => {
    const other = { ...reported, ...later, id: 4, training_title: ["Marketing"] };
    const rows = [{ ...later, num_arb_participants: 36 }, report];
    expect(classesOf(classify(rows, [reported, other]))).toEqual(["changed", "unchanged"]);
    const corrected = [later, { ...report, num_arb_participants: 36 }];
    const [added, changed] = classify(corrected, [reported]);
    expect(added?.options.map(({ key }) => key)).toEqual(["new"]);
    expect(changed).toMatchObject({ class: "changed", payload: { id: 3, num_arb_participants: 36 } });
  });

  it("If an import row equals one of two similar stored rows, a changed import row can update the other one.", () => {
    const stored = [reported, { ...reported, id: 4, training_title: ["Bookkeeping"] }];
    const edited = { ...second, num_arb_participants: 36 };
    for (const rows of [
      [report, edited],
      [edited, report],
    ]) {
      const found = classify(rows, stored);
      expect(classesOf(found).sort()).toEqual(["duplicate", "unchanged"]);
      expect(found.find(({ class: of }) => of === "duplicate")).toMatchObject({
        repeats: null,
        options: [{ key: "update", payload: { id: 4, num_arb_participants: 36 } }, { key: "new" }],
      });
    }
    const again = classify([report, edited, { ...edited, num_arb_participants: 37 }], stored);
    expect(again[2]?.options.map(({ key }) => key)).toEqual(["new"]);
    expect(classesOf(classify([edited, report, second], stored))).toEqual([
      "duplicate",
      "unchanged",
      "unchanged",
    ]);
  });

  it("If an import row equals a stored row, another import row with the next quarter can't update this stored row.", () => {
    const rows = classify([report, later], [reported]);
    expect(rows.map(({ repeats, options }) => [repeats, options.map(({ key }) => key)])).toEqual([
      [null, []],
      [2, ["new"]],
    ]);
  });

  it("If an import row has the ID of a stored row, it changes this row, even if their quarters differ.", () => {
    const keyed = { ...record, keys: [["training_id"], ...record.keys], uniqueKeys: [["training_id"]] };
    const [row] = classifySheet(sheetOf([{ ...later, training_id: "T-1" }]), {
      record: keyed,
      existing: [{ ...reported, training_id: "T-1" }],
    });
    expect(row?.class).toBe("changed");
  });
});

describe("Import rows of machines without an ID", () => {
  const record = fmeInventoryTable as AnyRecord;
  const machine = {
    region_name: region,
    province_name: province,
    muncity_name: "Licab",
    arbo_name: "Alpha Growers",
    prj_title: "Tractor project",
    supplier_name: "Kubota",
    remarks: "good",
  };
  const known = (id: number): StoredRow => ({
    ...machine,
    id,
    row_version: 1,
    process_stage: "Pending",
    fme_inventory_id: `FME-${id}`,
  });
  const classify = (rows: readonly Readonly<Record<string, string>>[], existing: readonly StoredRow[] = []) =>
    classifySheet(sheetOf(rows), { record, existing });

  it("An import row with the values of a stored machine is unchanged.", () => {
    const rows = classify([machine, machine, machine], [known(5), known(6)]);
    expect(classesOf(rows)).toEqual(["unchanged", "unchanged", "duplicate"]);
    expect(rows[2]?.options.map(({ label }) => label)).toEqual(["Add as a new machine"]);
  });

  it("If a stored farm machine differs from an import row in one value, the user can add the row as a new machine.", () => {
    const [row] = classify([{ ...machine, remarks: "broken" }], [known(5)]);
    expect(row).toMatchObject({
      class: "duplicate",
      options: [
        { key: "update", label: "Update FME-5", payload: { id: 5, remarks: "broken" } },
        { key: "new", payload: { remarks: "broken" } },
      ],
    });
    const several = classify([{ ...machine, remarks: "broken" }], [known(5), known(6)]);
    expect(several[0]?.options.map(({ key }) => key)).toEqual(["new"]);
  });

  it("If an import row equals one of two equal stored farm machines, a changed import row can update the other one.", () => {
    const broken = { ...machine, remarks: "broken" };
    for (const rows of [
      [machine, broken],
      [broken, machine],
    ]) {
      const found = classify(rows, [known(5), known(6)]);
      expect(classesOf(found).sort()).toEqual(["duplicate", "unchanged"]);
      expect(found.find(({ class: of }) => of === "duplicate")).toMatchObject({
        repeats: null,
        options: [{ key: "update", payload: { id: 6, remarks: "broken" } }, { key: "new" }],
      });
    }
  });

  it("Two import rows of farm machines without IDs are duplicates only if all their values are equal.", () => {
    const rows = ["good", "broken", "sold", "Broken"].map((remarks) => ({ ...machine, remarks }));
    const found = classify(rows);
    expect(classesOf(found)).toEqual(["new", "new", "new", "duplicate"]);
    expect(found[3]).toMatchObject({ repeats: 3, options: [{ key: "new" }] });
  });

  it("An import row of a machine is new if the stored machine has another supplier.", () => {
    expect(classesOf(classify([{ ...machine, supplier_name: "Yanmar" }], [known(5)]))).toEqual(["new"]);
    const rows = [
      { ...machine, fme_inventory_id: "" },
      { ...machine, fme_inventory_id: "FME-5" },
    ];
    expect(classesOf(classify(rows, [known(5)]))).toEqual(["new", "unchanged"]);
  });
});
