/** Filters, pages and formats of every data screen (spec sections 2, 5 and 9). */
import { describe, expect, it } from "vitest";
import { reportSchedules } from "#shared/records/administration/report-schedules.ts";
import { form5Accomp } from "#shared/records/forms/form-5.ts";
import { form11Geotag } from "#shared/records/forms/form-11-geotag.ts";
import { records } from "#shared/records/index.ts";
import type { Field } from "#shared/records/vocabulary/types.ts";
import { parseField } from "#shared/validate/parse-field.ts";
import { tableValue } from "../../web/src/lib/format.ts";
import { defaultPageSize, pageSizes } from "../../web/src/lib/page-sizes.ts";
import { plainValue } from "../../web/src/lib/plain-value.ts";
import { filterFields, fixedOptions } from "../../web/src/records/common/use-options.ts";

/** The filter bar of the spec, from left to right. */
const bar = `year_funded fund_source reporting_year reporting_quarter reporting_month
  region_name province_name muncity_name arbo_name`.split(/\s+/);

describe("Filter bar and choices of fields", () => {
  it.each(records.map((record) => [record.route, record] as const))(
    "The filter bar of %s starts with the standard filters in a fixed order.",
    (_, record) => {
      const offered = filterFields(record).map(({ name }) => name);
      const columns = new Set(record.fields.map(({ name }) => name));
      const wanted = bar.filter((name) => columns.has(name));
      expect(offered.slice(0, wanted.length)).toEqual(wanted);
      expect(new Set(offered).size).toBe(offered.length);
      expect(
        record.filters.filter((name) => !offered.includes(name) && record.fixed?.[name] === undefined),
      ).toEqual([]);
    },
  );

  it("The filter bar offers only the months of the selected quarter.", () => {
    const field = (kind: Field["kind"]): Field => ({ name: "x", label: "X", kind, group: "g" });
    const values = (kind: Field["kind"], quarter?: string) =>
      fixedOptions(field(kind), quarter)?.map(({ value }) => value);
    expect(values("quarter")).toEqual(["Q1", "Q2", "Q3", "Q4"]);
    expect(values("month", "Q2")).toEqual(["April", "May", "June"]);
    expect(values("month")).toHaveLength(12);
    expect(values("year")?.at(-1)).toBe("1990");
    expect(values("yes_no")).toEqual(["Yes", "No"]);
  });

  it('The field for the reporting window shows the stored values "target" and "accomplishment" with a capital letter.', () => {
    const form = reportSchedules.fields.find(({ name }) => name === "form");
    expect(form && fixedOptions(form)).toEqual([
      { value: "target", label: "Target" },
      { value: "accomplishment", label: "Accomplishment" },
    ]);
  });
});

it("The list of Form 5 accomplishments has columns for fund source and ARBO.", () => {
  expect([form5Accomp.title, ...form5Accomp.columns]).toEqual(
    expect.arrayContaining(["year_funded", "fund_source", "subpsp_abbreviation", "arbo_name"]),
  );
});

it("A table page has 20 rows by default.", () => {
  expect([...pageSizes, defaultPageSize]).toEqual([5, 10, 20, 50, 20]);
});

describe("Display of field values in tables", () => {
  const fields = records.flatMap((record) =>
    record.fields.map((field) => [`${record.route} ${field.name}`, field] as const),
  );
  const dates = `date_developed birthday start_date end_date date_distributed date_conducted date_returned
    date_rented`.split(/\s+/);

  it("Tables show a date in the format Mar 05, 2021.", () => {
    const found = fields.filter(([, { kind }]) => kind === "date");
    expect(dates.filter((name) => !found.some(([, field]) => field.name === name))).toEqual([]);
    for (const [name, field] of found) {
      expect(tableValue(field, "2021-03-05"), name).toBe("Mar 05, 2021");
      expect(plainValue(field, "2021-03-05"), name).toBe("03-05-2021");
    }
  });

  it("Tables show a point in time as date, hour and minute in Manila time.", () => {
    const [taken] = form11Geotag.serverFields?.filter(({ name }) => name === "taken_at") ?? [];
    expect(taken && tableValue(taken, "2026-08-14T16:31:05+00:00")).toBe("15 Aug 2026, 00:31");
    expect(taken && tableValue(taken, null)).toBe("");
  });

  it("Tables show a percentage with two decimals.", () => {
    const found = fields.filter(([, { percentage }]) => percentage);
    expect(found.map(([, { name }]) => name)).toContain("percent_difference");
    for (const [name, field] of found) {
      expect(
        [0.125, -0.5, 1, 0.33333].map((value) => tableValue(field, value)),
        name,
      ).toEqual(["12.50%", "-50.00%", "100.00%", "33.33%"]);
    }
  });

  it("Tables show the label of a stored value instead of the value.", () => {
    const labelled = fields.flatMap(([name, field]) =>
      Object.entries((field.options?.from === "values" && field.options.labels) || {}).map(
        ([stored, label]) => ({ name, field, stored, label }),
      ),
    );
    expect(labelled.map(({ label }) => label)).toEqual(expect.arrayContaining(["Open", "Photo", "Report"]));
    for (const { name, field, stored, label } of labelled) {
      const value = field.kind === "list" ? [stored] : stored;
      expect(tableValue(field, value), name).toBe(label);
      expect(parseField(field, label), name).toMatchObject({ ok: true, value });
    }
  });

  it("Tables show numbers with thousands separators, years without separators, and nothing for empty values.", () => {
    for (const [name, field] of fields) {
      if (field.kind === "integer") expect(tableValue(field, 1_234_567), name).toBe("1,234,567");
      if (field.kind === "decimal" && !field.percentage && field.decimals === undefined)
        expect(
          [1_234.5, 0.07, 1_234_567].map((value) => tableValue(field, value)),
          name,
        ).toEqual(["1,234.50", "0.07", "1,234,567"]);
      if (field.kind === "year") expect(tableValue(field, 2025), name).toBe("2025");
      for (const empty of [null, undefined, ""]) expect(tableValue(field, empty), name).toBe("");
    }
  });
});

it("Each column of a list is a field of its record type, or the status of a record type with approval.", () => {
  for (const { route, columns, title, fields, serverFields = [], approval } of records) {
    // Record types with approval have a status, even if users don't enter the status.
    const status = approval ? ["status"] : [];
    const known = [...[...fields, ...serverFields].map(({ name }) => name as string), ...status];
    expect(
      columns.filter((name) => !known.includes(name) || name === title),
      route,
    ).toEqual([]);
    expect(new Set(columns).size, route).toBe(columns.length);
  }
});
