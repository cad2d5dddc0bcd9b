/** Tests the keys by which rows of a file are matched with stored rows. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeyIndex, keysOf } from "#shared/import/keys.ts";
import { form5Accomp } from "#shared/records/forms/form-5.ts";
import { form10 } from "#shared/records/forms/form-10.ts";
import { salesTransaction } from "#shared/records/forms/sales-transaction.ts";
import { records } from "#shared/records/index.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { classesOf, classifySheet, province, region, sheetOf } from "./support.ts";

const imported = records.filter(({ files, keys }) => !files && keys.length > 0);

/** Fields that the database fills, so that a stored row always has them. */
const generated: readonly string[] = ["fme_inventory_id"];

const sampleValue = ({ kind }: Field) =>
  kind === "text" || kind === "long_text" ? "x" : kind === "date" ? "2025-01-01" : 2025;

/** Generates rows with the required fields, a name, one field of each fact, and random other fields. */
function storedRows(record: AnyRecord) {
  const fields = new Map(record.fields.map((field) => [field.name, field]));
  const known = (names: readonly string[]) => names.filter((name) => fields.has(name));
  const facts = (record.facts ?? []).map(({ anyOf }) => fc.constantFrom(...known(anyOf)));
  const required = record.fields.filter((field) => field.required).map(({ name }) => name);
  if (record.title !== record.parent?.title) required.push(record.title);
  return fc
    .tuple(fc.tuple(...facts), fc.subarray([...fields.keys()]))
    .map(([stated, others]) => [...new Set([...required, ...known(generated), ...stated, ...others])])
    .map((names) =>
      Object.fromEntries(
        names.flatMap((name) => (fields.has(name) ? [[name, sampleValue(fields.get(name) as Field)]] : [])),
      ),
    );
}

it.each(imported.map((record) => [record.route, record] as const))(
  "An import row of %s matches a stored row with the same values.",
  (_, record) => {
    fc.assert(
      fc.property(storedRows(record), (row) => {
        const index = new KeyIndex<object>(record);
        index.add(row, keysOf(record, row));
        expect(index.find(keysOf(record, row))?.rows).toEqual([row]);
      }),
    );
  },
);

describe("Form 10 rows of an ARC without an ARBO", () => {
  const place = { region_name: region, province_name: province, muncity_name: "Licab" };
  const row = { ...place, reporting_year: 2025, reporting_quarter: "Q1", milestone_activity: "Launch" };

  it.each([{ arc_id: "ARC-1", arc_name: "Licab ARC" }, { arc_name: "Licab ARC" }])(
    "If an import row names an ARC but no ARBO, it matches the stored row of this ARC: %o.",
    (arc) => {
      const stored = [
        { id: 1, row_version: 1, ...row, arc_id: "ARC-2", arc_name: "Other ARC" },
        { id: 2, row_version: 1, ...row, ...arc },
      ];
      const classify = (given: object) =>
        classesOf(
          classifySheet(sheetOf([{ ...row, ...given }]), { record: form10 as AnyRecord, existing: stored }),
        );
      expect(classify(arc)).toEqual(["unchanged"]);
      expect(classify({ arc_id: "ARC-3", arc_name: "Third ARC" })).toEqual(["new"]);
    },
  );

  it("An import row with an ARC's ID and name matches a stored row that has only the ARC's name.", () => {
    const index = new KeyIndex<object>(form10 as AnyRecord);
    index.add(row, keysOf(form10 as AnyRecord, { ...row, arc_name: "Licab ARC" }));
    const find = (given: object) => index.find(keysOf(form10 as AnyRecord, { ...row, ...given }))?.rows;
    expect(find({ arc_id: "ARC-1", arc_name: "Licab ARC" })).toEqual([row]);
    expect(find({ arc_id: "ARC-1", arc_name: "Other ARC" })).toBeUndefined();
    expect(find({ arbo_name: "Ani Coop", arc_name: "Licab ARC" })).toBeUndefined();
  });
});

describe("Form 10 rows that are linked to an ARBO", () => {
  const row = { region_name: region, province_name: province, reporting_year: 2025, reporting_quarter: "Q1" };
  const linked = { ...row, arboPrimaryKey: 7, arbo_name: "Ani Coop", milestone_activity: "Launch" };

  it.each([
    ["the same town", "Licab", "Licab", 1],
    ["no town", "Licab", undefined, 1],
    ["another town", "Licab", "Cuyapo", 0],
  ])(
    "An import row matches a stored row of its ARBO unless both have a town and the towns differ (import row: %s).",
    (_, stored, given, matches) => {
      const index = new KeyIndex<object>(form10 as AnyRecord);
      index.add(linked, keysOf(form10 as AnyRecord, { ...linked, muncity_name: stored }));
      const found = index.find(keysOf(form10 as AnyRecord, { ...linked, muncity_name: given }));
      expect(found?.rows ?? []).toHaveLength(matches);
    },
  );
});

it("Import rows of sales without a commodity and a buyer are not duplicates of each other.", () => {
  const place = { region_name: region, province_name: province };
  const sales = [1000, 2000, 3000].map((gross_sales) => ({ ...place, mark_assist_id: 7, gross_sales }));
  const read = classifySheet(sheetOf(sales), { record: salesTransaction as AnyRecord });
  expect(classesOf(read)).toEqual(["new", "new", "new"]);
});

describe("Form 5 rows with different references to the same ARBO", () => {
  const record = form5Accomp as AnyRecord;
  const period = { reporting_year: 2025, reporting_quarter: "Q1", crop_product: "Palay" };
  const row = { region_name: region, province_name: province, ...period, arbo_name: "Ani Coop" };
  const linked = { ...row, arboPrimaryKey: 5, arbo_id: "NE-1" };
  const indexOf = (rows: Record<string, object>) => {
    const index = new KeyIndex<string>(record);
    for (const [name, stored] of Object.entries(rows)) index.add(name, keysOf(record, { ...stored }));
    return (given: object) => index.find(keysOf(record, { ...given }))?.rows ?? [];
  };
  const licab = { muncity_name: "Licab" };

  it("An import row without a link to an ARBO matches a stored row with a link if name and town are the same.", () => {
    const find = indexOf({ linked: { ...linked, ...licab } });
    expect(find({ ...row, ...licab })).toEqual(["linked"]);
    expect(find({ ...row, ...licab, arbo_id: "ne-1", arbo_name: "Other" })).toEqual(["linked"]);
    expect(find({ ...row, muncity_name: "Quezon" })).toEqual([]);
    expect(find({ ...linked, ...licab, arboPrimaryKey: 6 })).toEqual([]);
    expect(find({ ...row, ...licab, arbo_id: "NE-2" })).toEqual([]);
  });

  it("If two stored rows match, an import row with a link to an ARBO matches the one with this link.", () => {
    const both = indexOf({ named: { ...row, ...licab }, linked: { ...linked, ...licab } });
    expect(both({ ...row, ...licab })).toEqual(["named"]);
    expect(both({ ...linked, ...licab })).toEqual(["linked"]);
    expect(indexOf({ named: { ...row, ...licab } })({ ...linked, ...licab })).toEqual(["named"]);
  });

  it("Among an ARBO's stored rows, an import row matches the row with the same town.", () => {
    const find = indexOf({ townless: linked, licab: { ...linked, ...licab } });
    expect(find({ ...linked, ...licab })).toEqual(["licab"]);
    expect(find(linked)).toEqual(["townless"]);
    const existing = [
      { id: 1, row_version: 1, ...linked },
      { id: 2, row_version: 1, ...linked, ...licab },
    ];
    const file = [
      { ...linked, muncity_name: null },
      { ...linked, ...licab, remarks: "Edited" },
    ];
    const read = classifySheet(sheetOf(file), { record, existing });
    expect(classesOf(read)).toEqual(["unchanged", "changed"]);
    expect(read[1]?.payload).toMatchObject({ id: 2, remarks: "Edited" });
  });
});
