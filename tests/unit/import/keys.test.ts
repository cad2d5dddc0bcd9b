/** Tests the keys by which rows of a file are matched with stored rows. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KeyIndex, keysOf } from "#shared/import/keys.ts";
import { form10 } from "#shared/records/forms/form-10.ts";
import { records } from "#shared/records/index.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { classesOf, classifySheet, province, region, sheetOf } from "./support.ts";

const imported = records.filter(({ files, keys }) => !files && keys.length > 0);

/** Fields that the database fills, so that a stored row always has them. */
const generated: readonly string[] = ["fme_inventory_id"];

const sampleValue = ({ kind }: Field) =>
  kind === "text" || kind === "long_text" ? "x" : kind === "date" ? "2025-01-01" : 2025;

/** Generates rows that have the required fields, one field of each fact, and any of the other fields. */
function storedRows(record: AnyRecord) {
  const fields = new Map(record.fields.map((field) => [field.name, field]));
  const known = (names: readonly string[]) => names.filter((name) => fields.has(name));
  const facts = (record.facts ?? []).map(({ anyOf }) => fc.constantFrom(...known(anyOf)));
  const required = record.fields.filter((field) => field.required).map(({ name }) => name);
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
  "A stored row of %s that states its facts matches itself.",
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

describe("A row that belongs to an ARC and no ARBO", () => {
  const place = { region_name: region, province_name: province, muncity_name: "Licab" };
  const row = { ...place, reporting_year: 2025, reporting_quarter: "Q1", milestone_activity: "Launch" };

  it.each([{ arc_id: "ARC-1", arc_name: "Licab ARC" }, { arc_name: "Licab ARC" }])(
    "The row matches the stored row of its ARC: %o.",
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
});

describe("A row that is linked to an ARBO", () => {
  const row = { region_name: region, province_name: province, reporting_year: 2025, reporting_quarter: "Q1" };
  const linked = { ...row, arboPrimaryKey: 7, arbo_name: "Ani Coop", milestone_activity: "Launch" };

  it.each([
    ["the same town", "Licab", "Licab", 1],
    ["no town", "Licab", undefined, 1],
    ["another town", "Licab", "Cuyapo", 0],
  ])("The row matches a stored row of the ARBO as expected if it has %s.", (_, stored, given, matches) => {
    const index = new KeyIndex<object>(form10 as AnyRecord);
    index.add(linked, keysOf(form10 as AnyRecord, { ...linked, muncity_name: stored }));
    const found = index.find(keysOf(form10 as AnyRecord, { ...linked, muncity_name: given }));
    expect(found?.rows ?? []).toHaveLength(matches);
  });
});
