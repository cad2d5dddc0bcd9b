/** Files with amounts in other units than the field's, and numbers in other formats. */
import { csv, head, type MessyFile, org, sheet, text, workbook } from "./files.ts";

const assets =
  (heading: string, value: number | string = 1500) =>
  () =>
    sheet([...head, heading], org("Unit", value));
const saved = (total_asset: number) => [{ arbo_name: "Messy Unit", total_asset }];

export const units: readonly MessyFile[] = [
  {
    name: "amounts in '000, to be multiplied",
    file: "thousands.xlsx",
    make: assets("Total assets ('000)"),
    answers: { "Total assets": "Multiply by 1,000" },
    classes: { new: 1 },
    saved: saved(1_500_000),
  },
  {
    name: "amounts in thousand pesos, in words",
    file: "thousand-pesos.xlsx",
    make: assets("Total assets (in thousand pesos)"),
    answers: { "Total assets": "Multiply by 1,000" },
    saved: saved(1_500_000),
  },
  {
    name: "a heading that wrongly says millions",
    file: "millions.xlsx",
    make: assets("Total assets (PHP millions)"),
    answers: { "Total assets": "Keep the numbers as they are" },
    saved: saved(1500),
  },
  {
    name: "amounts in dollars, which cannot be converted",
    file: "dollars.xlsx",
    make: assets("Total assets (USD)"),
    answers: { "Total assets": "Leave out" },
    saved: [{ arbo_name: "Messy Unit", total_asset: undefined }],
  },
  {
    name: "amounts in pesos without a question",
    file: "pesos.xlsx",
    make: assets("Total assets (Php)"),
    saved: saved(1500),
  },
  {
    name: "a unit after a comma",
    file: "comma-unit.xlsx",
    make: assets("Total assets, in P'000"),
    answers: { "Total assets": "Multiply by 1,000" },
    saved: saved(1_500_000),
  },
  {
    name: "a title line with the unit of all amounts",
    file: "title-unit.xlsx",
    make: () =>
      sheet(
        ["Masterlist of ARBOs"],
        ["(Amounts in thousand pesos)"],
        [...head, "Loans", "All members"],
        org("Unit", 20, 30),
      ),
    answers: { "The sheet says": "Multiply by 1,000" },
    saved: [{ total_amount_of_loans: 20_000, total_member: 30 }],
  },
  {
    name: "the unit in the group above the headings",
    file: "group-unit.xlsx",
    make: () =>
      sheet(["Organization", null, null, null, "Finances (PHP '000)"], [...head, "Loans"], org("Unit", 20)),
    answers: { Loans: "Multiply by 1,000" },
    saved: [{ total_amount_of_loans: 20_000 }],
  },
  {
    name: "a row of units under the headings",
    file: "units-row.xlsx",
    make: () => sheet([...head, "Loans"], [null, null, null, null, "('000)"], org("Unit", 20)),
    answers: { Loans: "Multiply by 1,000" },
    says: [/Row 2 contains the units/],
    saved: [{ total_amount_of_loans: 20_000 }],
  },
  {
    name: "a number format in dollars",
    file: "dollar-format.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows([[...head, "Loans"], org("Unit", 20)]);
        page.getCell("E2").numFmt = "[$$-409]#,##0.00";
      }),
    answers: { Loans: "Keep the numbers as they are" },
    saved: [{ total_amount_of_loans: 20 }],
  },
  {
    name: "points between thousands, proved by a decimal comma",
    file: "decimal-comma.csv",
    make: () =>
      text(
        csv(
          [
            [...head, "Loans", "Total assets"],
            org("One", "1.500", "1.234.567"),
            org("Two", "1.500,50", "2.500"),
          ],
          ";",
        ),
      ),
    says: [/numbers are read with a decimal comma/],
    saved: [
      { total_amount_of_loans: 1500, total_asset: 1_234_567 },
      { total_amount_of_loans: 1500, total_asset: 2500 },
    ],
  },
  {
    name: "points that may separate thousands or decimals",
    file: "points.csv",
    make: () => text(csv([[...head, "Loans"], org("One", "1.500"), org("Two", "2.750")])),
    answers: { Loans: "The point separates thousands, the comma decimals" },
    saved: [{ total_amount_of_loans: 1500 }, { total_amount_of_loans: 2750 }],
  },
  {
    name: "an amount that is merged over three organizations",
    file: "merged-amount.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows([[...head, "Loans"], org("One", 900), org("Two"), org("Three")]);
        page.mergeCells("E2:E4");
      }),
    answers: { Loans: "Leave merged amounts blank" },
    saved: [
      { total_amount_of_loans: undefined },
      { total_amount_of_loans: undefined },
      { total_amount_of_loans: undefined },
    ],
  },
  {
    name: "an amount that was shortened in a CSV file",
    file: "cut-short.csv",
    make: () => text(csv([[...head, "Loans"], org("Unit", "1.23457E+11")])),
    classes: { wrong: 1 },
    says: [/long number cut short/],
    saved: [],
  },
];
