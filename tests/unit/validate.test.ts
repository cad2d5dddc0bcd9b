/** The validator that form, import and API share (spec section 5). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { participant } from "#shared/records/forms/participant.ts";
import { records } from "#shared/records/index.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { missingFacts } from "#shared/validate/facts.ts";
import { type ValidationContext, validateRecord } from "#shared/validate/validate.ts";

const now = new Date("2025-06-01T00:00:00Z");
const least = { arbo_name: "Bagong Pag-asa Farmers Association", region_name: "Region III (Central Luzon)" };

const insert = (fields: Record<string, unknown>, context: ValidationContext = {}) =>
  validateRecord(arboMasterlist, { ...least, ...fields }, "insert", { now, ...context });
const update = (fields: Record<string, unknown>, context: ValidationContext = {}) =>
  validateRecord(arboMasterlist, fields, "update", { now, ...context });
const problem = (fields: Record<string, unknown>) => insert(fields).problems.map(({ message }) => message);

describe("Values of each kind of field", () => {
  it("The validator trims texts and changes empty texts to null.", () => {
    const { value, problems } = insert({ arbo_id: " A-1 ", org_type: "  ", registration_number: 12345 });
    expect(problems).toEqual([]);
    expect(value).toMatchObject({ arbo_id: "A-1", org_type: null, registration_number: "12345" });
  });

  it("In a field for whole numbers, the validator removes commas and decimals from the value.", () => {
    const { value, notes } = insert({ total_asset: "1,234,567.89", total_member: "0" });
    expect(value).toMatchObject({ total_asset: 1234567, total_member: 0 });
    expect(notes).toEqual([
      { field: "total_asset", message: "Total assets: 1,234,567.89 is saved as the whole number 1,234,567" },
    ]);
  });

  it("The validator changes dates in all accepted formats to ISO dates.", () => {
    const { value } = insert({ date_of_registration: "03-05-2021", latest_date_of_coc_cgs: "3/5/2021" });
    expect(value).toMatchObject({ date_of_registration: "2021-03-05", latest_date_of_coc_cgs: "2021-03-05" });
  });

  it("The validator corrects the choice cda to its official spelling CDA.", () => {
    expect(insert({ registering_agency: "cda" }).value.registering_agency).toBe("CDA");
    expect(problem({ registering_agency: "DTI" })).toEqual([
      'Registering agency: "DTI" is not one of CDA, SEC, DOLE',
    ]);
  });

  it.each([
    [{ total_member: "twelve" }, 'All members: "twelve" is not a number'],
    [{ total_member: -1 }, "All members: -1 is less than 0"],
    [{ total_asset: 1e17 }, "Total assets: 100,000,000,000,000,000 is more than 999,999,999,999"],
    [{ total_member: 3e9 }, "All members: 3,000,000,000 is more than 2,147,483,647"],
    [
      { total_member_male: 2e9, total_member_female: 2e9 },
      "All members: 4,000,000,000 is more than 2,147,483,647",
    ],
    [{ year_organized: 1820 }, "Year organized: 1820 is not a year from 1900 to 2025"],
    [{ latest_audited_fs: 2026 }, "Latest audited FS (year): 2026 is not a year from 1900 to 2025"],
    [{ year_organized: 2019.5 }, "Year organized: 2019.5 is not a year"],
    [{ arbo_id: "x".repeat(61) }, "ARBO ID: is 61 characters long; the limit is 60"],
    [{ remarks: "bad\u0000byte" }, "Remarks: has a character that cannot be stored (U+0000)"],
    [{ remarks: "half \ud83d pair" }, "Remarks: has a character that cannot be stored (U+D83D)"],
    [{ remarks: { html: "x" } }, "Remarks: is not a text"],
    [{ colour: "red" }, "colour: unknown field"],
    [{ id: "seven" }, "id is not a positive whole number"],
    [{ process_stage: "Done" }, "process_stage is neither Pending nor Approved"],
  ])("The validator refuses a row with the values %j and states the reason.", (fields, message) =>
    expect(problem(fields)).toEqual([message]),
  );

  it("With the option textAsZero, the validator changes text to 0 in a number field, but not in a year field.", () => {
    const { value, problems, notes } = insert({ total_member: "n/a" }, { textAsZero: true });
    expect([value.total_member, problems, notes.length]).toEqual([0, [], 1]);
    expect(insert({ year_organized: "n/a" }, { textAsZero: true }).problems).toHaveLength(1);
  });
});

describe("Required fields", () => {
  it("An update can't clear a required field.", () => {
    expect(validateRecord(arboMasterlist, {}, "insert").problems).toEqual([
      { field: "arbo_name", message: "ARBO name is required" },
      { field: "region_name", message: "Region is required" },
    ]);
    expect(update({ remarks: "checked" }).problems).toEqual([]);
    expect(update({ arbo_name: " " }).problems).toEqual([
      { field: "arbo_name", message: "ARBO name is required" },
    ]);
  });
});

describe("Columns that the server sets", () => {
  it("The validator accepts the columns id, row_version and process_stage of an update and does not change them.", () => {
    expect(update({ id: 7, row_version: 3, process_stage: "Approved" })).toEqual({
      value: { id: 7, row_version: 3, process_stage: "Approved" },
      problems: [],
      notes: [],
    });
  });

  it("The validator refuses a column that only the server may write, such as office.", () => {
    for (const name of ["user_id", "office", "approved_by", "search_text", "time_stamp"]) {
      expect(update({ [name]: "x" }).problems).toEqual([{ field: name, message: `${name}: unknown field` }]);
    }
  });
});

describe("Totals of several parts", () => {
  it("The validator computes a missing total from its parts.", () => {
    expect(insert({ total_member_male: "5", total_member_female: 8 }).value.total_member).toBe(13);
    expect(
      insert({ total_member: "", total_member_male: 5, total_member_female: 8 }).value.total_member,
    ).toBe(13);
    expect(insert({ total_member_male: 5 }).value).not.toHaveProperty("total_member");
  });

  it("The validator refuses a total that differs from the sum of its parts.", () => {
    expect(insert({ total_member: 12, total_member_male: 5, total_member_female: 8 }).problems).toEqual([
      { field: "total_member", message: "All members is 12 but male and female add up to 13" },
    ]);
  });

  it("The validator recomputes the total of members if an update changes the male members.", () => {
    const current = { total_member: 13, total_member_male: 5, total_member_female: 8 };
    expect(update({ total_member_male: 6 }, { current }).value.total_member).toBe(14);
    expect(update({ total_member: 20 }, { current }).problems).toHaveLength(1);
    expect(update({ remarks: "x" }, { current }).value).toEqual({ remarks: "x" });
  });

  it("If a part of a total is not a number, the validator reports only this part and does not check the total.", () => {
    const { problems } = insert({ total_member: 12, total_member_male: "five", total_member_female: 8 });
    expect(problems.map(({ field }) => field)).toEqual(["total_member_male"]);
  });

  it("Every total that the validator accepts equals the sum of its parts.", () => {
    const count = fc.option(fc.nat(1000), { nil: null });
    fc.assert(
      fc.property(count, count, count, (total_member, total_member_male, total_member_female) => {
        const { value, problems } = insert({ total_member, total_member_male, total_member_female });
        if (problems.length > 0 || total_member_male === null || total_member_female === null) return;
        expect(value.total_member).toBe(total_member_male + total_member_female);
      }),
    );
  });
});

describe("Reporting periods and other kinds of fields", () => {
  const field = (name: string, kind: Field["kind"], more: Partial<Field> = {}): Field => {
    return { name, label: name, kind, group: "identity", ...more };
  };
  const report: AnyRecord = {
    ...(arboMasterlist as AnyRecord),
    sums: [],
    fields: [
      field("reporting_quarter", "quarter"),
      field("reporting_month", "month"),
      field("is_pwd", "yes_no"),
      field("training_title", "list"),
      field("percent_difference", "decimal", { percentage: true }),
      field("net_income", "decimal"),
    ],
  };
  const read = (input: Record<string, unknown>, current?: Record<string, unknown>) =>
    validateRecord(report, input, "update", current ? { current } : {});

  it("The validator refuses a month outside the quarter of the row.", () => {
    expect(read({ reporting_quarter: "q2", reporting_month: "may" }).value).toEqual({
      reporting_quarter: "Q2",
      reporting_month: "May",
    });
    expect(read({ reporting_quarter: "Q1", reporting_month: "May" }).problems).toEqual([
      {
        field: "reporting_month",
        message: "reporting_month: May is not in Q1 (January, February and March)",
      },
    ]);
    expect(read({ reporting_month: "May" }, { reporting_quarter: "Q1" }).problems).toHaveLength(1);
    expect(read({ reporting_quarter: "Q5" }).problems).toHaveLength(1);
  });

  it("If a month field contains a full date, the validator keeps only the month.", () => {
    for (const [written, text] of [
      [new Date("2025-03-31"), "03-31-2025"],
      ["Mar. 2025", "Mar. 2025"],
    ] as const) {
      const { value, notes } = read({ reporting_month: written });
      expect(value).toEqual({ reporting_month: "March" });
      expect(notes.map(({ message }) => message)).toEqual([
        `reporting_month: of "${text}", only the month is used`,
      ]);
    }
    const { problems } = read({ reporting_month: "soon", reporting_quarter: new Date("2025-03-31") });
    expect(problems.map(({ message }) => message)).toEqual([
      'reporting_month: "soon" is not a month',
      'reporting_quarter: "03-31-2025" is not a quarter; choose Q1, Q2, Q3 or Q4',
    ]);
  });

  it("The validator converts the values of yes/no, list, percentage and decimal fields to their stored form.", () => {
    const { value } = read({
      is_pwd: "yes",
      training_title: " Soil care , Composting",
      percent_difference: "12.5%",
    });
    expect(value).toEqual({
      is_pwd: "Yes",
      training_title: ["Soil care", "Composting"],
      percent_difference: 0.125,
    });
    expect(read({ is_pwd: true }).value.is_pwd).toBe("Yes");
    expect(read({ is_pwd: "maybe" }).problems).toHaveLength(1);
    expect(read({ training_title: ["Rice, corn"] }).problems).toHaveLength(1);
    expect(read({ training_title: [] }).value.training_title).toBeNull();
    expect(read({ training_title: ["\u200b", '=""', "X"] }).value.training_title).toEqual(["X"]);
    expect(read({ training_title: ["\u200b"] }).value.training_title).toBeNull();
    expect(read({ net_income: "-1,200.50" }).value.net_income).toBe(-1200.5);
  });
});

describe("Numbers in text fields", () => {
  it("The validator refuses a number in a text or list field if the number may have lost digits.", () => {
    const lost = Number("9007199254740993");
    for (const number of [lost, 1e21, 1e-7])
      expect(insert({ registration_number: number }).problems).toEqual([
        {
          field: "registration_number",
          message:
            "Registration number: is a number that may have lost digits; send it as text, in quotation marks",
        },
      ]);
    expect(validateRecord(participant, { training_id: ["5", lost] }, "update").problems).toHaveLength(1);
    expect(insert({ registration_number: 202_100_123_456.5 }).value.registration_number).toBe(
      "202100123456.5",
    );
  });
});

describe("Arbitrary input", () => {
  it("A second validation of accepted values leaves the values unchanged.", () => {
    const names = fc.constantFrom(...arboMasterlist.fields.map(({ name }) => name));
    const value = fc.oneof(
      fc.anything(),
      fc.string(),
      fc.integer(),
      fc.date({ min: new Date("1901-01-01"), max: new Date("2099-12-31") }),
    );
    fc.assert(
      fc.property(fc.dictionary(names, value), (input) => {
        const first = insert(input);
        if (first.problems.length > 0) return;
        const second = validateRecord(arboMasterlist, first.value, "insert", { now });
        expect(second).toEqual({ value: first.value, problems: [], notes: [] });
      }),
    );
  });

  it("For every record type, the validator reports unknown fields and all missing required values.", () => {
    for (const record of records) {
      const { problems } = validateRecord(record, { no_such_field: 1 }, "insert");
      const required = record.fields.filter((field) => field.required).map((field) => field.name);
      const facts = missingFacts(record, { ...record.fixed }).map(({ anyOf }) => anyOf[0]);
      expect(problems.map(({ field }) => field)).toEqual(["no_such_field", ...required, ...facts]);
    }
  });
});
