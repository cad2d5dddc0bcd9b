/** Order of the fields in a form, the values that stay for the next row, and the values that a duplicate copies. */
import { expect, test } from "vitest";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import { participant } from "#shared/records/forms/participant.ts";
import { salesTransaction } from "#shared/records/forms/sales-transaction.ts";
import { records } from "#shared/records/index.ts";
import { missingFacts } from "#shared/validate/facts.ts";
import { screenFields } from "../../web/src/records/common/screen-fields.ts";
import type { FormValues } from "../../web/src/records/form/fields/form-values.ts";
import {
  fieldsInOrder,
  firstToFill,
  requiredOnlyFields,
  sectionsInOrder,
  valuesForNext,
  valuesToCopy,
} from "../../web/src/records/form/next/entry-order.ts";
import { sectionStates } from "../../web/src/records/form/sections/section-states.ts";

test("If a record type belongs to a parent such as an ARBO, its form begins with the section for this parent.", () => {
  for (const record of records) {
    const sections = sectionsInOrder(record).map(({ key }) => key);
    expect(new Set(sections).size, record.route).toBe(sections.length);
    expect(fieldsInOrder(record), record.route).toHaveLength(screenFields(record).length);
    const parent = screenFields(record).find(({ name }) => name === record.parent?.identifier);
    if (parent) expect(sections[0], record.route).toBe(parent.group);
  }
  expect(sectionsInOrder(form11Accomp).map(({ label }) => label)).toEqual([
    "Organization",
    "Reporting",
    "Enterprise",
    "Support provided",
    "Beneficiaries",
    "Programme",
    "Location",
    "ARC",
    "Remarks",
  ]);
});

test('A form marks each of its sections as "done", "missing", "wrong" or "untouched", depending on the entered values.', () => {
  const states = (values: FormValues, wrong: string[] = []) =>
    Object.fromEntries(sectionStates(form11Accomp, sectionsInOrder(form11Accomp), values, new Set(wrong)));
  expect(states({})).toMatchObject({
    arbo: "missing",
    reporting: "missing",
    support: "missing",
    location: "missing",
    beneficiaries: "untouched",
    remarks: "untouched",
  });
  const half = { reporting_year: 2026, region_name: "R", arbo_id: "A-1", description: "Given", male_arbs: 1 };
  expect(states(half)).toMatchObject({
    arbo: "done",
    reporting: "missing",
    support: "done",
    location: "done",
    beneficiaries: "done",
  });
  // A section is `wrong` if a value in it is refused; `wrong` takes precedence over `missing`. A refused field that is
  // empty does not make its section `wrong`.
  expect(states(half, ["reporting_year", "support_provided", "male_arbs"])).toMatchObject({
    reporting: "wrong",
    support: "done",
    beneficiaries: "wrong",
  });
  expect(states({}, ["reporting_year"]).reporting).toBe("missing");
});

test("A row with values in all required fields is complete.", () => {
  for (const record of records) {
    const filled = Object.fromEntries(
      [...requiredOnlyFields(record)].filter(Boolean).map((name) => [name, "x"]),
    );
    expect(missingFacts(record, { ...filled, ...record.fixed }), record.route).toEqual([]);
    for (const { name, required } of screenFields(record)) {
      if (required) expect(requiredOnlyFields(record).has(name), `${record.route}.${name}`).toBe(true);
    }
  }
});

test("If a user adds another row after saving one, the form keeps values such as the ARBO and the period.", () => {
  const values = {
    arbo_id: "A-1",
    arbo_name: "Coop",
    region_name: "R",
    reporting_year: 2026,
    reporting_quarter: "Q1",
    subpsp_name: "P",
    support_provided: "Tractor",
    total_cost: 5,
    remarks: "Old",
  };
  const kept = valuesForNext(form11Accomp, values);
  expect(kept).toEqual({
    arbo_id: "A-1",
    arbo_name: "Coop",
    region_name: "R",
    reporting_year: 2026,
    reporting_quarter: "Q1",
    subpsp_name: "P",
  });
  expect(firstToFill(form11Accomp, kept)?.name).toBe("support_provided");
  expect(firstToFill(form11Accomp, {})?.name).toBe("arbo_name");
});

test("When a user duplicates a row, the form does not copy the row's sensitive fields and files.", () => {
  for (const record of records) {
    const row = Object.fromEntries(record.fields.map(({ name }) => [name, "1"]));
    const copied = valuesToCopy(record, { ...row, id: 1, row_version: 1 } as never);
    for (const { name, sensitive, attached } of record.fields) {
      const own = record.keys.some((key) => key.length === 1 && key[0] === name);
      if (sensitive || attached || own) expect(copied, `${record.route}.${name}`).not.toHaveProperty(name);
    }
  }
  const person = valuesToCopy(participant, {
    id: 1,
    row_version: 1,
    participant_name: "Ana",
    birthday: "1980-01-01",
    is_pwd: "Yes",
    arbo_name: "Coop",
  } as never);
  expect(person).toEqual({ participant_name: "Ana", arbo_name: "Coop" });
});

test("When a user duplicates a row, the form does not copy a status that only the database sets.", () => {
  const copyOf = (status: string) =>
    valuesToCopy(salesTransaction, { id: 1, row_version: 2, commodity: "Rice", status } as never);
  expect(copyOf("Updated")).toEqual({ commodity: "Rice" });
  expect(copyOf("Target")).toEqual({ commodity: "Rice", status: "Target" });
});
