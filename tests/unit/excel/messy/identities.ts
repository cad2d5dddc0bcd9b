/**
 * Files with unusual IDs and names: placeholders, leading zeros, IDs of other organizations, numbers changed by
 * Excel.
 */
import { csv, head, type MessyFile, org, province, region, sheet, text, workbook } from "./files.ts";

const withId = ["ARBO ID", ...head] as const;
const placeholders = ["N/A", "-", "0", "none", "TBA", "nil", "x", "?", "n.a.", "To follow"];
const other = {
  arbo_id: "MESSY-1",
  arbo_name: "Messy Bagong Buhay Farmers Association",
  region_name: region,
  province_name: province,
  muncity_name: "Licab",
};

export const identities: readonly MessyFile[] = [
  {
    name: "row numbers under the heading ARBO ID",
    file: "row-numbers.xlsx",
    stored: ["Una", "Ikalawa", "Ikatlo"].map((name, at) => ({
      ...other,
      arbo_id: `MESSY-${at + 1}`,
      arbo_name: `Messy ${name}`,
    })),
    make: () =>
      sheet(
        [...withId, "Loans"],
        ...["Una", "Ikalawa", "Ikatlo"].map((name, at) => [at + 1, ...org(name, 5)]),
      ),
    answers: { "counts 1, 2, 3": "Leave the column out" },
    classes: { changed: 3 },
    saved: [{ total_amount_of_loans: 5 }, { total_amount_of_loans: 5 }, { total_amount_of_loans: 5 }],
  },
  {
    name: "IDs such as N/A that mean no ID",
    file: "placeholders.xlsx",
    make: () =>
      sheet(
        [...withId],
        ...placeholders.map((id, index) => [
          id,
          ...org(`Placeholder ${"abcdefghij"[index]}qxz${index * 37}`),
        ]),
      ),
    classes: { new: placeholders.length },
    says: [/"N\/A" means no value; left blank/, /"\?" means no value/],
    saved: placeholders.map(() => ({ arbo_id: undefined })),
  },
  {
    name: "an ID that is stored under a different name, with the row left out",
    file: "other-name.xlsx",
    stored: [other],
    make: () => sheet([...withId, "Loans"], ["MESSY-1", ...org("Samahang Kalikasan ng Aliaga", 5)]),
    classes: { duplicate: 1 },
    says: [/MESSY-1 is stored as Messy Bagong Buhay Farmers Association/],
    saved: [],
  },
  {
    name: "an ID that is stored under a different name, with the row added without the ID",
    file: "other-name-new.xlsx",
    stored: [other],
    make: () => sheet([...withId, "Loans"], ["MESSY-1", ...org("Samahang Kalikasan ng Aliaga", 5)]),
    decided: { 2: "Add without the ARBO ID" },
    classes: { duplicate: 1 },
    saved: [
      { arbo_id: undefined, arbo_name: "Messy Samahang Kalikasan ng Aliaga", total_amount_of_loans: 5 },
    ],
  },
  {
    name: "an ID that is stored under a different spelling of the name",
    file: "same-name.xlsx",
    stored: [other],
    make: () => sheet([...withId, "Loans"], ["MESSY-1", ...org("Bagong Buhay Farmers Assn., Inc.", 5)]),
    classes: { changed: 1 },
    saved: [{ arbo_name: "Messy Bagong Buhay Farmers Assn., Inc.", total_amount_of_loans: 5 }],
  },
  {
    name: "leading zeros in IDs, as text and by number format",
    file: "zeros.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows([[...withId], ["00123", ...org("Zero text")], [456, ...org("Format of zeros")]]);
        page.getCell("A3").numFmt = "00000";
      }),
    saved: [{ arbo_id: "00123" }, { arbo_id: "00456" }],
  },
  {
    name: "an ID of 19 digits, while Excel keeps only 15",
    file: "long-id.xlsx",
    make: () => sheet([...withId], [1.234_567_890_123_456_8e18, ...org("Long")]),
    classes: { wrong: 1 },
    says: [/Excel keeps 15 digits/],
    saved: [],
  },
  {
    name: "an ID that was saved as 1.23457E+18",
    file: "scientific-id.csv",
    make: () => text(csv([withId, ["1.23457E+18", ...org("Scientific")]])),
    classes: { wrong: 1 },
    says: [/"1.23457E\+18" is a long number cut short/],
    saved: [],
  },
  {
    name: "a registration number that Excel turned into a date",
    file: "registration-date.xlsx",
    make: () =>
      sheet(
        [...head, "Registration number"],
        org("Date", new Date(Date.UTC(3521, 8, 1))),
        org("Number", "9520-1"),
      ),
    answers: { "Registration number": "Leave these cells blank" },
    saved: [{ registration_number: undefined }, { registration_number: "9520-1" }],
  },
  {
    name: "the same ID twice, with different names",
    file: "same-id.xlsx",
    make: () =>
      sheet([...withId], ["MESSY-7", ...org("Tagumpay")], ["MESSY-7", ...org("Kalikasan ng Aliaga")]),
    decided: { 3: "Add without the ARBO ID" },
    classes: { new: 1, duplicate: 1 },
    says: [/Repeats row 2/],
    saved: [{ arbo_id: "MESSY-7" }, { arbo_id: undefined, arbo_name: "Messy Kalikasan ng Aliaga" }],
  },
];
