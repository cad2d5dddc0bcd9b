/** Whose, of when, about what: the order of entry, what stays for the next row, and what a duplicate takes over. */
import { expect, test } from "vitest";
import { form11Accomp } from "#shared/records/forms/form-11.ts";
import { participant } from "#shared/records/forms/participant.ts";
import { records } from "#shared/records/index.ts";
import { missingFacts } from "#shared/validate/facts.ts";
import { askedFields } from "../../web/src/records/common/asked-fields.ts";
import type { FormValues } from "../../web/src/records/form/fields/form-values.ts";
import {
  copiedFrom,
  fieldsInOrder,
  firstToFill,
  leastFields,
  sectionsInOrder,
  valuesForNext,
} from "../../web/src/records/form/next/entry-order.ts";
import { sectionStates } from "../../web/src/records/form/sections/section-states.ts";

test("every form begins with whose its rows are, and shows each section once", () => {
  for (const record of records) {
    const sections = sectionsInOrder(record).map(({ key }) => key);
    expect(new Set(sections).size, record.route).toBe(sections.length);
    expect(fieldsInOrder(record), record.route).toHaveLength(askedFields(record).length);
    const parent = askedFields(record).find(({ name }) => name === record.parent?.identifier);
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

test("a section is done, lacks something, has an error, or is untouched", () => {
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
  // What is empty is missing; an entry that is refused is wrong, before anything that is missing beside it.
  expect(states(half, ["reporting_year", "support_provided", "male_arbs"])).toMatchObject({
    reporting: "wrong",
    support: "done",
    beneficiaries: "wrong",
  });
  expect(states({}, ["reporting_year"]).reporting).toBe("missing");
});

test("the required fields alone make a row that lacks no fact", () => {
  for (const record of records) {
    const filled = Object.fromEntries([...leastFields(record)].filter(Boolean).map((name) => [name, "x"]));
    expect(missingFacts(record, { ...filled, ...record.fixed }), record.route).toEqual([]);
    for (const { name, required } of askedFields(record)) {
      if (required) expect(leastFields(record).has(name), `${record.route}.${name}`).toBe(true);
    }
  }
});

test("the next row keeps the ARBO, the office, the period and the project, and begins at the fact it is about", () => {
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
  expect(firstToFill(form11Accomp, {})?.name).toBe("arbo_id");
});

test("a duplicate takes over neither numbers of its own, nor files, nor marks of a person", () => {
  for (const record of records) {
    const row = Object.fromEntries(record.fields.map(({ name }) => [name, "1"]));
    const copied = copiedFrom(record, { ...row, id: 1, row_version: 1 } as never);
    for (const { name, sensitive, attached } of record.fields) {
      const own = record.keys.some((key) => key.length === 1 && key[0] === name);
      if (sensitive || attached || own) expect(copied, `${record.route}.${name}`).not.toHaveProperty(name);
    }
  }
  const person = copiedFrom(participant, {
    id: 1,
    row_version: 1,
    participant_name: "Ana",
    birthday: "1980-01-01",
    is_pwd: "Yes",
    arbo_name: "Coop",
  } as never);
  expect(person).toEqual({ participant_name: "Ana", arbo_name: "Coop" });
});
