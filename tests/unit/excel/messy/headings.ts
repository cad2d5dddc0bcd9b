/** Files with unusual headings: repeated, in two rows, under letterheads, unknown, or missing. */
import { csv, head, type MessyFile, org, province, region, sheet, text, workbook } from "./files.ts";

const title = (count: number) =>
  Array.from({ length: count }, (_, index) => [`Line ${index + 1} of the letterhead`]);

export const headings: readonly MessyFile[] = [
  {
    name: "two columns for male members, without groups",
    file: "repeated.xlsx",
    make: () => sheet([...head, "Male members", "Male members"], org("Repeated", 10, 20)),
    answers: { "Column E": "Members, Male members", "Column F": "Baseline members 2014, Male members" },
    saved: [{ total_member_male: 10, total_male_baseline_2014: 20 }],
  },
  {
    name: "group headings in other words than the product's",
    file: "groups.xlsx",
    make: () =>
      sheet(
        ["Organization", null, null, null, "Baseline (2014)", null, "Current membership"],
        [...head, "Male members", "Female members", "Male members"],
        org("Groups", 1, 2, 3),
      ),
    saved: [{ total_male_baseline_2014: 1, total_female_baseline_2014: 2, total_member_male: 3 }],
  },
  {
    name: "merged headings in two rows, with only Male and Female in the lower one",
    file: "two-rows.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows([
          [...head, "Members", null, null],
          [null, null, null, null, "Male", "Female", "Total"],
          org("Halves", 4, 5, 9),
        ]);
        for (const letter of ["A", "B", "C", "D"]) page.mergeCells(`${letter}1:${letter}2`);
        page.mergeCells("E1:G1");
      }),
    saved: [{ total_member_male: 4, total_member_female: 5, total_member: 9 }],
  },
  {
    name: "a heading for ARBs without a year, which may be the baseline or the current number",
    file: "no-year.xlsx",
    make: () => sheet([...head, "Male ARBs"], org("No year", 7)),
    answers: { "Male ARBs": "Male ARB members" },
    saved: [{ no_arb_member_male: 7, arb_male_baseline_2014: undefined }],
  },
  {
    name: "a heading with more words than the field",
    file: "non-arb.xlsx",
    make: () => sheet([...head, "All members (non-ARB)"], org("Non-ARB", 7)),
    answers: { "non-ARB": "Leave the column out" },
    saved: [{ total_member: undefined }],
  },
  {
    name: "a second column of remarks",
    file: "remarks.xlsx",
    make: () =>
      sheet(
        [...head, "Remarks", "Remarks"],
        org("Remarks", "first", "second"),
        org("Only one", null, "alone"),
      ),
    answers: { Remarks: "Both, joined in this order" },
    saved: [{ remarks: "first; second" }, { remarks: "alone" }],
  },
  {
    name: "a letterhead of 25 lines",
    file: "letterhead.xlsx",
    make: () => sheet(...title(25), [...head, "Loans"], org("Letterhead", 8)),
    saved: [{ total_amount_of_loans: 8 }],
  },
  {
    name: "a column without a matching field, mapped by hand",
    file: "by-hand.xlsx",
    make: () => sheet([...head, "Utang sa bangko"], org("By hand", 12)),
    mapped: { E: "Loans" },
    says: [/will not be imported: Utang sa bangko \(E\)/],
    saved: [{ total_amount_of_loans: 12 }],
  },
  {
    name: "a file without headings and with fewer columns than the template",
    file: "no-headings.csv",
    make: () => text(csv([["MESSY-9", "Messy Bare", region, province]])),
    answers: { "No heading row": "Yes" },
    saved: [{ arbo_id: "MESSY-9", arbo_name: "Messy Bare" }],
  },
  {
    name: "a column beyond the 400th",
    file: "wide.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows([[...head], org("Wide")]);
        page.getCell(1, 450).value = "Loans";
        page.getCell(2, 450).value = 5;
      }),
    says: [/The columns from OK to QH are not read/],
    saved: [{ arbo_name: "Messy Wide", total_amount_of_loans: undefined }],
  },
  {
    name: "column numbers under the headings",
    file: "numbered.xlsx",
    make: () => sheet([...head, "Loans"], ["(1)", "(2)", "(3)", "(4)", "(5)"], org("Numbered", 6)),
    says: [/Row 2 contains the column numbers/],
    saved: [{ arbo_name: "Messy Numbered", total_amount_of_loans: 6 }],
  },
];
