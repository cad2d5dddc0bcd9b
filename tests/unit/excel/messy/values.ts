/**
 * Files with typical values of offices: accounting formats, dates, years, links, IDs in number formats, footnote
 * marks.
 */

import { stylesOf, xmlWorkbook } from "../workbook-xml.ts";
import { csv, head, type MessyFile, org, sheet, text, workbook } from "./files.ts";

let written = 0;
const one = (
  heading: string,
  value: string,
  saved: Record<string, unknown>,
  more: Partial<MessyFile> = {},
): MessyFile => ({
  name: `${heading} written as ${value}`,
  file: `value-${written++}.csv`,
  make: () => text(csv([[...head, heading], org("Value", value)])),
  saved: [{ arbo_name: "Messy Value", ...saved }],
  ...more,
});

const assets = (value: string, total_asset: number | undefined, more?: Partial<MessyFile>) =>
  one("Total assets", value, { total_asset }, more);
const dated = (value: string, date_of_registration: string) =>
  one("Date of registration", value, { date_of_registration });

/** Returns a workbook whose last column has a number format. */
const formatted = (heading: string, format: string, value: number | string) =>
  xmlWorkbook(
    [
      [...head, heading],
      [...org("Value"), { xml: typeof value === "number" ? `<c s="1"><v>${value}</v></c>` : value }],
    ] as Parameters<typeof xmlWorkbook>[0],
    { styles: stylesOf(format) },
  );

export const values: readonly MessyFile[] = [
  assets("  1,500.00 ", 1500),
  assets(" -   ", undefined, { says: [/"-" means no value/] }),
  assets(" ₱ -   ", undefined, { says: [/"₱ -" means no value/] }),
  assets("?1,500.00", 1500, { says: [/\? is read as a lost ₱/] }),
  assets(" ?2,000.00 ", 2000, { says: [/\? is read as a lost ₱/] }),
  one("Total assets", "?(300)", {}, { classes: { wrong: 1 }, says: [/-300 is less than 0/], saved: [] }),
  assets("?-   ", undefined, { says: [/\? is read as a lost ₱/] }),
  one("All members", "?25", {}, { classes: { wrong: 1 }, saved: [] }),
  assets("1,500.00 PHP", 1500),
  assets("Php 1,500.00", 1500),
  assets("1,500 1/", 1500, { says: [/footnote mark/] }),
  assets("1500¹", 1500, { says: [/footnote mark/] }),
  assets("1,500*", 1500, { says: [/footnote mark/] }),
  dated("March 5,2021", "2021-03-05"),
  dated("Mar-05-2021", "2021-03-05"),
  dated("March 5th, 2021", "2021-03-05"),
  dated("2021-03-04T16:00:00.000Z", "2021-03-05"),
  dated("2021-03-04 16:00:00+00", "2021-03-05"),
  one("Date Reg'd", "03-05-2021", { date_of_registration: "2021-03-05" }),
  one("Date Reg’d.", "03-05-2021", { date_of_registration: "2021-03-05" }),
  one("Reg. No.", "9520-1", { registration_number: "9520-1" }),
  one("Regn. Number", "9520-1", { registration_number: "9520-1" }),
  one("Yr. Organized", "2015", { year_organized: 2015 }),
  one("Year Org'd", "2015", { year_organized: 2015 }),
  one("Yr. Organized", "CY 2015", { year_organized: 2015 }),
  one("Total Male Members", "12", { total_member_male: 12 }),
  one("Reg. Agency", "CDA", { registering_agency: "CDA" }),
  {
    name: "an ID that is completed by its number format",
    file: "id-format.xlsx",
    make: () => formatted("ARBO ID", '"NE-"000', 5),
    saved: [{ arbo_id: "NE-005" }],
  },
  {
    name: "IDs in a scientific number format, which shows the same text for both",
    file: "id-scientific-format.xlsx",
    make: () =>
      xmlWorkbook(
        [
          ["ARBO ID", ...head],
          [{ xml: '<c s="1"><v>202100123456</v></c>' }, ...org("One")],
          [{ xml: '<c s="1"><v>202100123499</v></c>' }, ...org("Two")],
        ] as Parameters<typeof xmlWorkbook>[0],
        { styles: stylesOf("0.00E+00") },
      ),
    classes: { new: 2 },
    says: [/2\.02E\+11 is read as 202100123456/],
    saved: [{ arbo_id: "202100123456" }, { arbo_id: "202100123499" }],
  },
  {
    name: "an ID in a number format that shows thousands",
    file: "id-thousands-format.xlsx",
    make: () => formatted("ARBO ID", "0,", 202_100),
    saved: [{ arbo_id: "202100" }],
  },
  ...(["mmm-yy", "[$-409]mmm-yy;@", "yyyy", "d-mmm", "mmmm"] as const).flatMap(
    (format, index): MessyFile[] => [
      {
        name: `a date that its format ${format} shows only in part, left blank`,
        file: `partial-date-${index}.xlsx`,
        make: () => formatted("Date of registration", format, 44_256),
        answers: { "shows only a part of a date": "Leave these cells blank" },
        says: [/The spreadsheet stores a whole date \(1 Mar 2021\)/],
        saved: [{ date_of_registration: undefined }],
      },
      {
        name: `a date that its format ${format} shows only in part, imported as stored`,
        file: `partial-date-stored-${index}.xlsx`,
        make: () => formatted("Date of registration", format, 44_256),
        answers: { "shows only a part of a date": "Import the stored dates" },
        saved: [{ date_of_registration: "2021-03-01" }],
      },
    ],
  ),
  ...(["m/d/yyyy", "d-mmm-yy", "[$-F800]dddd, mmmm dd, yyyy", "m/d/yyyy h:mm", "yyyy-mm-dd"] as const).map(
    (format, index): MessyFile => ({
      name: `a date that its format ${format} shows as a whole`,
      file: `whole-date-${index}.xlsx`,
      make: () => formatted("Date of registration", format, 44_256),
      saved: [{ date_of_registration: "2021-03-01" }],
    }),
  ),
  {
    name: "real dates beside a text with a two-digit year, because Excel may have swapped day and month",
    file: "exchanged-short.xlsx",
    make: () =>
      sheet(
        [...head, "Date of registration"],
        org("One", new Date(Date.UTC(2021, 2, 4))),
        org("Two", "25/03/21"),
        org("Three", "04/05/21"),
      ),
    answers: { "real date": "Swap day and month" },
    classes: { new: 1, wrong: 2 },
    says: [/"25\/03\/21" has a two-digit year/],
    saved: [{ date_of_registration: "2021-04-03" }],
  },
  {
    name: "real dates beside a text with a two-digit year that is written month first",
    file: "own-short.xlsx",
    make: () =>
      sheet(
        [...head, "Date of registration"],
        org("One", new Date(Date.UTC(2021, 2, 4))),
        org("Two", "03/25/21"),
        org("Three", "03/04/2021"),
      ),
    classes: { new: 2, wrong: 1 },
    saved: [{ date_of_registration: "2021-03-04" }, { date_of_registration: "2021-03-04" }],
  },
  {
    name: "a percentage in a text column",
    file: "percent-text.xlsx",
    make: () => formatted("Remarks", "0%", 0.25),
    saved: [{ remarks: "25%" }],
  },
  {
    name: "a number with a binary rounding error in a text column",
    file: "noise.xlsx",
    make: () => formatted("Remarks", "General", 0.1 + 0.2),
    saved: [{ remarks: "0.3" }],
  },
  {
    name: "a percentage in a column of amounts",
    file: "percent-amount.xlsx",
    make: () => formatted("Loans", "0%", 3),
    answers: { Loans: "Keep the numbers as they are" },
    saved: [{ total_amount_of_loans: 3 }],
  },
  {
    name: "a date in a year column",
    file: "year-day.xlsx",
    make: () => formatted("Year organized", "yyyy", 42_005),
    says: [/only its year is used/],
    saved: [{ year_organized: 2015 }],
  },
  {
    name: "a year in a date format, which shows 1905",
    file: "year-1905.xlsx",
    make: () => formatted("Year organized", "yyyy", 2015),
    classes: { wrong: 1 },
    says: [/contains 2015 and shows the year 1905/],
    saved: [],
  },
  {
    name: "an amount with a superscript footnote mark",
    file: "raised.xlsx",
    make: () =>
      sheet(
        [...head, "Total assets"],
        org("Value", { richText: [{ text: "1500" }, { text: "1", font: { vertAlign: "superscript" } }] }),
      ),
    says: [/is superscript/],
    saved: [{ total_asset: 1500 }],
  },
  ...(["Messy Ani Growers¹", "Messy Ani Growers *", "Messy Ani (Growers)**"] as const).map(
    (name, index): MessyFile => ({
      name: `a name with a footnote mark: ${name}`,
      file: `name-mark-${index}.csv`,
      make: () => text(csv([[...head], [name, ...org("x").slice(1)]])),
      says: [/looks like a footnote mark/],
      saved: [{ arbo_name: name.replace(/ ?[¹*]+$/, "") }],
    }),
  ),
  {
    name: "names that begin with row numbers, which are removed",
    file: "numbered.csv",
    make: () =>
      text(
        csv([[...head], ...["1. Messy Ani", "2. Messy Bayani"].map((name) => [name, ...org("x").slice(1)])]),
      ),
    answers: { "the names begin with numbers": "No, remove the numbers" },
    saved: [{ arbo_name: "Messy Ani" }, { arbo_name: "Messy Bayani" }],
  },
  {
    name: "a name that begins with a number which is not a row number",
    file: "one-number.csv",
    make: () => text(csv([[...head], ["4) H Messy", ...org("x").slice(1)], org("Bayani")])),
    saved: [{ arbo_name: "4) H Messy" }, { arbo_name: "Messy Bayani" }],
  },
  {
    name: "times in a text column",
    file: "times.xlsx",
    make: () => formatted("Remarks", "h:mm AM/PM", 0.4375),
    says: [/a date; imported as text/],
    saved: [{ remarks: "10:30" }],
  },
  {
    name: "an HTML line break in a cell",
    file: "web-line.csv",
    make: () => text(csv([[...head, "Remarks"], org("Value", "one<br>two<br/>three")])),
    saved: [{ remarks: "one\ntwo\nthree" }],
  },
  {
    name: "a word with a hyperlink, in a field for links",
    file: "link-word.xlsx",
    make: () =>
      sheet(
        [...head, "CoC/CGS attachment link"],
        org("Value", { text: "scan", hyperlink: "https://files.example/coc-7" }),
      ),
    says: [/the address that “scan” links to/],
    saved: [{ coc_cgs_attachment_link: "https://files.example/coc-7" }],
  },
  {
    name: "a link made by the function HYPERLINK",
    file: "hyperlink.xlsx",
    make: () =>
      sheet(
        [...head, "CoC/CGS attachment link"],
        org("Value", { formula: 'HYPERLINK("https://files.example/coc-8","scan")', result: "scan" }),
      ),
    saved: [{ coc_cgs_attachment_link: "https://files.example/coc-8" }],
  },
  {
    name: "the function HYPERLINK in CSV",
    file: "hyperlink.csv",
    make: () =>
      text(
        csv([
          [...head, "CoC/CGS attachment link"],
          org("Value", '=HYPERLINK("https://files.example/coc-9","scan")'),
        ]),
      ),
    saved: [{ coc_cgs_attachment_link: "https://files.example/coc-9" }],
  },
  {
    name: "a name with a hyperlink, which is left out with a remark",
    file: "link-name.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows([[...head], org("Value")]);
        page.getCell("A2").value = { text: "Messy Value", hyperlink: "https://arbo.example" };
      }),
    says: [/links? to an address that is not imported \(https:\/\/arbo\.example\)/],
    saved: [{ arbo_name: "Messy Value" }],
  },
];
