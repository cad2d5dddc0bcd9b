/** Computed fields, order of dates, decimal digits and fixed values follow the same rules in form, import and API. */
import { describe, expect, it } from "vitest";
import { recordByPath, recordByRoute } from "#shared/records/index.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { validateRecord } from "#shared/validate/validate.ts";

function known(record: AnyRecord | undefined): AnyRecord {
  if (!record) throw new Error("no such record type");
  return record;
}
const income = known(recordByPath("farmers-tracking-income"));
const training = known(recordByPath("arbo-training"));
const masterlist = known(recordByPath("arbo-masterlist"));
const participant = known(recordByPath("participant"));
const place = { region_name: "Region III (Central Luzon)" };
const reported = { ...place, arbo_name: "Gintong Butil", reporting_year: 2024, reporting_quarter: "Q1" };
const sold = { ...reported, crop_sold: "Palay" };
const supported = { ...reported, support_provided: "Support facility" };

describe("Birthdays after the day of entry", () => {
  const born = (birthday: string, stamp?: string) =>
    validateRecord(
      participant,
      { ...place, arbo_name: "Talavera Growers", participant_name: "Ana", birthday },
      "insert",
      stamp ? { current: { time_stamp: stamp } } : { now: new Date("2025-03-10T16:00:00Z") },
    ).problems;

  it("If a birthday in a new row is after the day of entry in Manila, the validator refuses the row.", () => {
    expect(born("2025-03-11")).toEqual([]);
    expect(born("2025-03-12")).toEqual([
      { field: "birthday", message: "Birthday: 03-12-2025 is after 03-11-2025, the day of entry" },
    ]);
  });

  it("If an update sets a birthday after the day on which the row was entered, the validator refuses it.", () => {
    expect(born("2024-03-02", "2024-03-01T10:00:00Z")).toHaveLength(1);
    expect(born("2024-03-01", "2024-03-01T10:00:00Z")).toEqual([]);
  });
});

describe("Computed fields", () => {
  it("The validator computes fields whose formulas use other computed fields.", () => {
    const { value, problems } = validateRecord(
      income,
      {
        ...sold,
        volume_sold: "1,250.50",
        price_per_unit: 21.75,
        production_cost_per_unit: 10,
        post_harvest_cost_per_unit: 1.5,
        marketing_cost_per_unit: 0.75,
        trader_market_price_per_unit: 18,
        trader_marketing_cost_per_unit: 0,
      },
      "insert",
    );
    expect(problems).toEqual([]);
    expect(value).toMatchObject({
      gross_sales: 27_198.38,
      gross_profit: 12_817.63,
      net_income: 11_879.75,
      trader_net_income: 8_128.25,
      percent_difference: 0.4615,
    });
  });

  it("The validator refuses a wrong value for a computed field.", () => {
    const { problems } = validateRecord(
      income,
      { ...sold, volume_sold: 100, price_per_unit: 20, gross_sales: 1900 },
      "insert",
    );
    expect(problems).toEqual([
      { field: "gross_sales", message: "Gross sales is 1,900 but volume times price per unit gives 2,000" },
    ]);
  });

  it("The validator updates a computed field if an update changes a field of its formula.", () => {
    const current = { volume_sold: 100, price_per_unit: 20, gross_sales: 2000, net_income: 5 };
    const { value } = validateRecord(income, { price_per_unit: 25 }, "update", { current });
    expect(value).toEqual({ price_per_unit: 25, gross_sales: 2500 });
  });

  it("An update clears the stored computed values that can't be computed any more.", () => {
    const cleared = (record: AnyRecord, input: Record<string, unknown>, current: Record<string, unknown>) =>
      validateRecord(record, input, "update", { current }).value;
    const held = { date_conducted: "2025-03-03", arbo_name: "Talavera Growers" };
    const days = { ...held, start_date: "2025-03-01", end_date: "2025-03-03", training_days: 3 };
    expect(cleared(training, { start_date: null, end_date: null }, days)).toEqual({
      start_date: null,
      end_date: null,
      training_days: null,
    });
    const person = { birthday: "1980-06-15", age: 44, age_base_group: "31 to 59", time_stamp: "2025-03-01" };
    expect(cleared(participant, { birthday: null }, person)).toEqual({
      birthday: null,
      age: null,
      age_base_group: null,
    });
    const sale = { volume_sold: 100, price_per_unit: 20, gross_sales: 2000, total_production_cost: 500 };
    const costs = { total_post_harvest_cost: 100, gross_profit: 1400 };
    expect(cleared(income, { volume_sold: null }, { ...sale, ...costs })).toEqual({
      volume_sold: null,
      gross_sales: null,
      gross_profit: null,
    });
    const members = { total_member_male: 5, total_member_female: 8, total_member: 13 };
    expect(cleared(masterlist, { total_member_male: null }, members)).toEqual({
      total_member_male: null,
      total_member: null,
    });
  });

  it("An update keeps a computed field that the user entered, although its formula lacks a value.", () => {
    const kept = (input: Record<string, unknown>, current: Record<string, unknown>) =>
      validateRecord(training, input, "update", { current }).value;
    const held = { date_conducted: "2025-03-03", arbo_name: "Talavera Growers" };
    const byHand = { ...held, start_date: "2025-03-01", end_date: null, training_days: 3 };
    expect(kept({ start_date: null }, byHand)).toEqual({ start_date: null });
    const computed = { ...byHand, end_date: "2025-03-03" };
    expect(kept({ end_date: null, training_days: 3 }, computed)).toEqual({
      end_date: null,
      training_days: 3,
    });
    expect(kept({ end_date: null }, { ...computed, training_days: 2 })).toEqual({ end_date: null });
    expect(kept({ remarks: "x" }, computed)).toEqual({ remarks: "x" });
  });

  it("The validator refuses a row if a computed value exceeds the limit of its field.", () => {
    const { problems } = validateRecord(
      income,
      { ...sold, volume_sold: 999_999_999, price_per_unit: 999_999_999 },
      "insert",
    );
    expect(problems[0]).toMatchObject({
      field: "gross_sales",
      message: expect.stringContaining("more than"),
    });
  });

  it("The validator computes a person's age as of the day on which the row was entered.", () => {
    const row = { participant_name: "Ana", ...place, birthday: "06-15-1980" };
    const now = new Date("2025-06-14T16:30:00Z");
    expect(validateRecord(participant, row, "insert", { now }).value).toMatchObject({
      age: 45,
      age_base_group: "31 to 59",
    });
    const current = { ...row, time_stamp: "2020-06-14T15:30:00+00:00" };
    expect(
      validateRecord(participant, { birthday: "1980-06-15" }, "update", { now, current }).value,
    ).toMatchObject({ age: 39 });
  });
});

describe("Start and end dates", () => {
  it("The validator refuses an end date that is before the start date.", () => {
    const row = {
      training_title: "T",
      arbo_name: "Talavera Growers",
      ...place,
      start_date: "2025-03-05",
      end_date: "2025-03-01",
    };
    expect(validateRecord(training, row, "insert").problems).toEqual([
      { field: "end_date", message: "End date: 03-01-2025 is before 03-05-2025, the start date" },
    ]);
    expect(validateRecord(training, { ...row, end_date: "2025-03-06" }, "insert").value).toMatchObject({
      training_days: 2,
    });
  });
});

describe("Decimal places", () => {
  it("The validator rounds a decimal number to the decimal places of its column.", () => {
    const { value, notes } = validateRecord(income, { ...sold, price_per_unit: "1.005" }, "insert");
    expect(value.price_per_unit).toBe(1.01);
    expect(notes).toEqual([{ field: "price_per_unit", message: "Price per unit: 1.005 is saved as 1.01" }]);
  });
});

describe("Status that all rows of a screen share", () => {
  const targets = known(recordByRoute("Form11Target"));

  it("A new row on the target screen gets the status Target.", () => {
    expect(validateRecord(targets, { ...supported }, "insert").value.status).toBe("Target");
    expect(validateRecord(targets, { remarks: "x" }, "update").value).toEqual({ remarks: "x" });
  });

  it("A screen for targets refuses a row with the status Accomplished.", () => {
    for (const mode of ["insert", "update"] as const) {
      expect(validateRecord(targets, { ...supported, status: "Accomplished" }, mode).problems).toEqual([
        { field: "status", message: "Status: must be Target on this screen, not Accomplished" },
      ]);
    }
  });

  it("If an API path serves both targets and accomplishments, it accepts a new row with the status Target.", () => {
    for (const path of ["form11-accomp", "form-11"]) {
      const { problems, value } = validateRecord(
        known(recordByPath(path)),
        { ...supported, status: "Target" },
        "insert",
      );
      expect(problems).toEqual([]);
      expect(value.status).toBe("Target");
    }
  });
});
