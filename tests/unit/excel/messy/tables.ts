/**
 * Files with irregular tables: repeated headings, groups, notes, titles, three heading rows, columns without a field.
 */
import { csv, head, type MessyFile, org, province, region, sheet, text, workbook } from "./files.ts";

const amounts = [...head, "Total assets", "Total liabilities"] as const;
const exchanged = [...head, "Total liabilities", "Total assets"] as const;
const names = (...all: string[]) => all.map((name) => ({ arbo_name: `Messy ${name}` }));
const short = ["ARBO name", "Municipality", "Total assets"] as const;
const town = (name: string | null, arbo: string, assets: number) => [name, `Messy ${arbo}`, assets];
const summed = ["ARBO name", "Municipality", "All members", "Total assets", "Loans"];
const groupedTowns = [
  ["Municipality", "ARBO name", "Total assets"],
  town("Cuyapo", "Akasya", 1),
  town("Licab", "Banaba", 2),
  town(null, "Kalumpit", 3),
];

export const tables: readonly MessyFile[] = [
  {
    name: "repeated headings in a different order, used for the rows below",
    file: "again.xlsx",
    make: () => sheet([...amounts], org("Akasya", 10, 1), [...exchanged], org("Banaba", 1, 10)),
    answers: { "Row 3 has headings that differ": "Use these headings for the rows below" },
    saved: [
      { arbo_name: "Messy Akasya", total_asset: 10, total_liabilities: 1 },
      { arbo_name: "Messy Banaba", total_asset: 10, total_liabilities: 1 },
    ],
  },
  {
    name: "repeated headings in a different order, with the rows below left out",
    file: "again-out.xlsx",
    make: () => sheet([...amounts], org("Akasya", 10, 1), [...exchanged], org("Banaba", 1, 10)),
    answers: { "Row 3 has headings that differ": "Leave out the rows below" },
    saved: [{ arbo_name: "Messy Akasya", total_asset: 10 }],
  },
  {
    name: "repeated headings with an additional one, followed by the first headings",
    file: "again-more.csv",
    make: () =>
      text(
        csv([
          amounts,
          org("Akasya", 10, 1),
          [...head, "Remarks", "Total assets"],
          org("Banaba", "new", 20),
          amounts,
          org("Kalumpit", 30, 3),
        ]),
      ),
    answers: { "Row 3 has headings that differ": "Use these headings for the rows below" },
    says: [/Not in row 1, so left out: Remarks/],
    saved: [
      { total_asset: 10 },
      { total_asset: 20, total_liabilities: undefined },
      { total_asset: 30, total_liabilities: 3 },
    ],
  },
  {
    name: "repeated headings in other words and in a different order",
    file: "again-words.csv",
    make: () =>
      text(
        csv([
          amounts,
          org("Akasya", 10, 1),
          ["Province", "Region", "Name of ARBO", "City/Municipality", "Liabilities (total)", "Total asset"],
          [province, region, "Messy Banaba", "Licab", 1, 10],
        ]),
      ),
    answers: { "Row 3 has headings that differ": "Use these headings for the rows below" },
    saved: [
      { arbo_name: "Messy Akasya", total_asset: 10, total_liabilities: 1 },
      { arbo_name: "Messy Banaba", total_asset: 10, total_liabilities: 1 },
    ],
  },
  ...["Average", "Mean:", "Kabuuang bilang", "Pangkalahatang kabuuan"].map(
    (word, index): MessyFile => ({
      name: `a row with the ${word} of each column`,
      file: `statistic-${index}.xlsx`,
      make: () =>
        sheet(
          ["ARBO name", "Municipality", "Total assets", "Total liabilities"],
          ["Messy Akasya", "Licab", 10, 1],
          ["Messy Average Growers", "Licab", 20, 2],
          [word, null, 15, 1.5],
        ),
      says: [/Row 4 looks like a total/],
      saved: names("Akasya", "Average Growers"),
    }),
  ),
  ...(
    [
      ["*** nothing follows ***", null],
      ["xxx Nothing Follows xxx", null],
      ["Page 1 of 3", null],
      ["As of June 30, 2026", null],
      ["- end of list -", null],
      ["Page 2", "05/03/2026"],
      ["1 of 3", null],
      ["Generated 3/5/2026 10:00", null],
      ["-----", "-----"],
    ] as const
  ).map(
    (cells, index): MessyFile => ({
      name: `a row with the text ${cells[0]}`,
      file: `note-${index}.xlsx`,
      make: () => sheet([...amounts], org("Akasya", 10, 1), [...cells]),
      classes: { new: 1 },
      says: [/Row 3 looks like a note/],
      saved: names("Akasya"),
    }),
  ),
  {
    name: "an unmarked title between the rows, left out",
    file: "table-2.xlsx",
    make: () => sheet([...amounts], org("Akasya", 10, 1), ["Table 2. Cuyapo"], org("Banaba", 2, 1)),
    answers: { "Row 3 has only one text": "Leave out" },
    saved: names("Akasya", "Banaba"),
  },
  {
    name: "an organization with only a name among complete rows",
    file: "name-only.xlsx",
    make: () => sheet([...amounts], org("Akasya", 10, 1), ["Messy Only"], org("Banaba", 2, 1)),
    answers: {
      "Row 3 has only one text": "Import as ARBOs",
      "“Region”": "No, leave them blank",
      "“Province”": "No, leave them blank",
      "Municipality/City": "No, leave them blank",
    },
    classes: { new: 2, out_of_scope: 1 },
    saved: names("Akasya", "Banaba"),
  },
  {
    name: "towns as rows above their organizations, without a column for them",
    file: "town-rows.xlsx",
    make: () =>
      sheet(
        ["ARBO name", "Total assets", "Remarks"],
        ["Licab"],
        ["Messy Akasya", 1, "a"],
        ["Messy Banaba", 2, "b"],
        ["Municipality of Cuyapo:"],
        ["Messy Kalumpit", 3, "c"],
      ),
    answers: { "Rows 2 and 5 have only one text": "The town of the rows below" },
    saved: [
      { arbo_name: "Messy Akasya", muncity_name: "Licab" },
      { arbo_name: "Messy Banaba", muncity_name: "Licab" },
      { arbo_name: "Messy Kalumpit", muncity_name: "Cuyapo" },
    ],
  },
  {
    name: "towns as rows, in the column of row numbers",
    file: "town-rows-number.xlsx",
    make: () =>
      sheet(
        ["No.", "ARBO name", "Total assets", "Remarks"],
        ["Licab"],
        [1, "Messy Akasya", 1, "a"],
        [2, "Messy Banaba", 2, "b"],
        ["Cuyapo"],
        [1, "Messy Kalumpit", 3, "c"],
      ),
    answers: { "Rows 2 and 5 have only one text": "The town of the rows below" },
    saved: [{ muncity_name: "Licab" }, { muncity_name: "Licab" }, { muncity_name: "Cuyapo" }],
  },
  {
    name: "a note between the rows that does not end the list",
    file: "note-between.xlsx",
    make: () =>
      sheet(
        [...amounts],
        org("Akasya", 10, 1),
        ["Note: the figures below are unaudited"],
        org("Banaba", 2, 1),
        ["Prepared by:"],
        ["Juan", null, "Maria"],
      ),
    answers: { "Row 3 has only one text": "Leave out" },
    says: [/Rows 5 and 6 look like notes or signatures/],
    saved: names("Akasya", "Banaba"),
  },
  {
    name: "a name with a line break in its cell",
    file: "name-lines.xlsx",
    make: () => sheet([...head, "Remarks"], ["Messy Akasya\nGrowers", ...org("x").slice(1), "one\ntwo"]),
    says: [/line breaks are replaced by spaces/],
    saved: [{ arbo_name: "Messy Akasya Growers", remarks: "one\ntwo" }],
  },
  {
    name: "towns as rows, merged over the table",
    file: "town-rows-merged.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows([["ARBO name", "Total assets", "Remarks"], ["Licab"], ["Messy Akasya", 1, "a"]]);
        page.mergeCells("A2:C2");
      }),
    answers: { "Row 2 has only one text": "The town of the rows below" },
    saved: [{ arbo_name: "Messy Akasya", muncity_name: "Licab" }],
  },
  {
    name: "a town that is written once for the rows below",
    file: "town-once-group.xlsx",
    make: () =>
      sheet(
        ["Municipality", "ARBO name", "Total assets"],
        town("Licab", "Akasya", 1),
        town(null, "Banaba", 2),
        town("Cuyapo", "Kalumpit", 3),
      ),
    answers: { "blank below a filled cell": "Yes, take the value above" },
    says: [/Licab, from row 2/],
    saved: [{ muncity_name: "Licab" }, { muncity_name: "Licab" }, { muncity_name: "Cuyapo" }],
  },
  {
    name: "a town that is written only in a hidden row",
    file: "town-hidden.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows(groupedTowns);
        page.getRow(3).hidden = true;
      }),
    answers: { "Row 3 is hidden": "Leave them out", "row 4 is blank": "Yes, take the value above" },
    says: [/Licab, from row 3/],
    saved: [{ muncity_name: "Cuyapo" }, { arbo_name: "Messy Kalumpit", muncity_name: "Licab" }],
  },
  {
    name: "a town that is written only in a row that is struck through",
    file: "town-struck.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows(groupedTowns);
        page.getRow(3).eachCell((cell) => {
          cell.font = { strike: true };
        });
      }),
    answers: {
      "Row 3 has text that is struck": "Leave out the struck-through text",
      "row 4 is blank": "Yes, take the value above",
    },
    says: [/Licab, from row 3/],
    saved: [{ muncity_name: "Cuyapo" }, { arbo_name: "Messy Kalumpit", muncity_name: "Licab" }],
  },
  {
    name: "a town that is written only in a row with too many cells",
    file: "town-long.csv",
    make: () =>
      text(
        "Municipality,ARBO name,Total assets\nCuyapo,Messy Akasya,1\nLicab,Messy Banaba,2,000\n,Messy Kalumpit,3",
      ),
    answers: { "Row 3 has more cells": "Leave them out", "row 4 is blank": "Yes, take the value above" },
    saved: [{ muncity_name: "Cuyapo" }, { arbo_name: "Messy Kalumpit", muncity_name: "Licab" }],
  },
  {
    name: "towns that are written once, except one that is written twice",
    file: "town-twice.xlsx",
    make: () =>
      sheet(
        ["Municipality", "ARBO name", "Total assets"],
        town("Cuyapo", "Akasya", 1),
        town(null, "Banaba", 2),
        town("Licab", "Dapdap", 3),
        town("Licab", "Ipil", 4),
        town(null, "Lauan", 5),
      ),
    answers: { "rows 3 and 6 are blank": "Yes, take the value above" },
    saved: ["Cuyapo", "Cuyapo", "Licab", "Licab", "Licab"].map((muncity_name) => ({ muncity_name })),
  },
  {
    name: "towns that are written in several places, one of them twice in a row",
    file: "town-places.xlsx",
    make: () =>
      sheet(
        ["Municipality", "ARBO name", "Total assets"],
        town("Licab", "Akasya", 1),
        town(null, "Banaba", 2),
        town("Cuyapo", "Dapdap", 3),
        town("Cuyapo", "Ipil", 4),
        town("Licab", "Lauan", 5),
        town(null, "Narra", 6),
      ),
    saved: ["Licab", undefined, "Cuyapo", "Cuyapo", "Licab", undefined].map((muncity_name) => ({
      muncity_name,
    })),
  },
  {
    name: "towns that are written in every row except one",
    file: "town-every-row.xlsx",
    make: () =>
      sheet(
        ["Municipality", "ARBO name", "Total assets"],
        town("Licab", "Akasya", 1),
        town("Licab", "Banaba", 2),
        town("Licab", "Dapdap", 3),
        town(null, "Ipil", 4),
      ),
    saved: ["Licab", "Licab", "Licab", undefined].map((muncity_name) => ({ muncity_name })),
  },
  {
    name: "a row without a town",
    file: "town-unknown.xlsx",
    make: () =>
      sheet(
        ["Municipality", "ARBO name", "Total assets"],
        town("Licab", "Akasya", 1),
        town(null, "Banaba", 2),
      ),
    answers: { "blank below a filled cell": "No, leave them blank" },
    saved: [{ muncity_name: "Licab" }, { muncity_name: undefined }],
  },
  {
    name: "a province that is written once for the rows below",
    file: "province-once.xlsx",
    make: () =>
      sheet(
        ["Province", ...short],
        [province, "Messy Akasya", "Licab", 1],
        [null, "Messy Banaba", "Licab", 2],
      ),
    answers: { Province: "Yes, take the value above" },
    classes: { new: 2 },
    saved: [{ province_name: province }, { province_name: province }],
  },
  ...(["-do-", "ditto", "do", '"', "same as above"] as const).map(
    (sign, index): MessyFile => ({
      name: `a town that is written ${sign} for the one above`,
      file: `ditto-${index}.xlsx`,
      make: () =>
        sheet(
          ["Municipality", "ARBO name", "Total assets"],
          town("Licab", "Akasya", 1),
          town(sign, "Banaba", 2),
        ),
      says: [/Licab, from row 2/],
      saved: [{ muncity_name: "Licab" }, { muncity_name: "Licab" }],
    }),
  ),
  {
    name: "three heading rows",
    file: "three-rows.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows([
          ["ARBO name", "Municipality", "Membership", null, null, null],
          [null, null, "Baseline members 2014", null, "Current members", null],
          [null, null, "Male", "Female", "Male", "Female"],
          ["Messy Akasya", "Licab", 1, 2, 3, 4],
        ]);
        for (const range of ["A1:A3", "B1:B3", "C1:F1", "C2:D2", "E2:F2"]) page.mergeCells(range);
      }),
    saved: [
      {
        total_male_baseline_2014: 1,
        total_female_baseline_2014: 2,
        total_member_male: 3,
        total_member_female: 4,
      },
    ],
  },
  {
    name: "a column without a field, left out",
    file: "unused.xlsx",
    make: () => sheet([...head, "Kulay ng watawat"], org("Akasya", "pula")),
    answers: { "No field is called Kulay ng watawat (E)": "Leave out" },
    says: [/will not be imported: Kulay ng watawat \(E\)/],
    saved: names("Akasya"),
  },
  {
    name: "a column that only numbers the rows",
    file: "numbers.xlsx",
    make: () => sheet(["No.", ...head], [1, ...org("Akasya")], [2, ...org("Banaba")]),
    saved: names("Akasya", "Banaba"),
  },
  {
    name: "a column without a heading that has values",
    file: "no-heading.xlsx",
    make: () => sheet([...head, null], org("Akasya", "pula")),
    answers: { "No field is called E": "Leave out" },
    saved: names("Akasya"),
  },
  {
    name: "a short list with a remark such as Validated by",
    file: "validated-remark.xlsx",
    make: () =>
      sheet(
        ["ARBO name", "Municipality", "Remarks"],
        ...["Akasya", "Banaba", "Dapdap", "Ipil", "Lauan", "Narra"].map((name, index) => [
          `Messy ${name}`,
          "Licab",
          index === 1 ? "Validated by MARPO, 2023" : "active",
        ]),
      ),
    classes: { new: 6 },
    saved: names("Akasya", "Banaba", "Dapdap", "Ipil", "Lauan", "Narra"),
  },
  {
    name: "a short list whose first column has a remark such as Validated by",
    file: "validated-first.xlsx",
    make: () =>
      sheet(
        ["Remarks", "ARBO name", "Municipality"],
        ["Validated by MARPO, 2023", "Messy Akasya", "Licab"],
        ["active", "Messy Banaba", "Licab"],
      ),
    classes: { new: 2 },
    saved: names("Akasya", "Banaba"),
  },
  {
    name: "three signatures below a list of three columns",
    file: "three-signatures.xlsx",
    make: () =>
      sheet(
        ["ARBO name", "Municipality", "Remarks"],
        ["Messy Akasya", "Licab", "active"],
        ["Messy Banaba", "Licab", "active"],
        ["Prepared by:", "Reviewed by:", "Noted by:"],
        ["JUAN DELA CRUZ", "ANA REYES", "PEDRO SANTOS"],
      ),
    says: [/look like notes or signatures below the list/],
    classes: { new: 2 },
    saved: names("Akasya", "Banaba"),
  },
  ...(
    [
      "T O T A L",
      "TOTAL LICAB",
      "Total ARBOs",
      "Total Members",
      "Kabuuan ng Licab",
      "Totals 2 ARBOs",
      "2 ARBOs",
      "Licab",
    ] as const
  ).map(
    (name, index): MessyFile => ({
      name: `a total row with the name ${name}`,
      file: `total-named-${index}.xlsx`,
      make: () =>
        sheet(
          summed,
          ["Messy Akasya", "Licab", 20, 1000, 10],
          ["Messy Banaba", "Licab", 30, 2000, 20],
          [name, null, 50, 3000, 30],
        ),
      says: [/Row 4 looks like a total/],
      classes: { new: 2 },
      saved: names("Akasya", "Banaba"),
    }),
  ),
  ...(["T O T A L", "TOTAL LICAB", "Total ARBOs", "Kabuuan ng Licab", "Totals 2 ARBOs"] as const).map(
    (name, index): MessyFile => ({
      name: `a total row without sums, with the name ${name}`,
      file: `total-words-${index}.xlsx`,
      make: () =>
        sheet([...short], ["Messy Akasya", "Licab", 1], ["Messy Banaba", "Licab", 2], [name, null, 4]),
      says: [/Row 4 looks like a total/],
      classes: { new: 2 },
      saved: names("Akasya", "Banaba"),
    }),
  ),
  {
    name: "rows of towns with the sums of the rows below them",
    file: "total-towns.xlsx",
    make: () =>
      sheet(
        ["ARBO name", "All members", "Total assets"],
        ["LICAB", 50, 3000],
        ["Messy Akasya", 20, 1800],
        ["Messy Banaba", 30, 1200],
        ["CUYAPO", 5, 500],
        ["Messy Dapdap", 5, 500],
        ["NUEVA ECIJA", 55, 3500],
      ),
    says: [/Rows 2, 5 and 7 look like totals/],
    classes: { new: 3 },
    saved: names("Akasya", "Banaba", "Dapdap"),
  },
  {
    name: "rows of towns with sums, in the column of towns",
    file: "total-town-column.xlsx",
    make: () =>
      sheet(
        ["Municipality", "ARBO name", "All members", "Total assets"],
        ["Licab", null, 50, 3000],
        [null, "Messy Akasya", 20, 1800],
        [null, "Messy Banaba", 30, 1200],
      ),
    answers: { "rows 3 and 4 are blank": "Yes, take the value above" },
    says: [/Row 2 looks like a total/, /Licab, from row 2/],
    classes: { new: 2 },
    saved: [{ muncity_name: "Licab" }, { muncity_name: "Licab" }],
  },
  {
    name: "an organization whose numbers happen to be sums",
    file: "total-not.xlsx",
    make: () =>
      sheet(
        summed,
        ["Messy Akasya", "Licab", 1, 10, 100],
        ["Messy Banaba", "Licab", 2, 20, 200],
        ["MESSY KALUMPIT", "Licab", 3, 30, 300],
        ["Messy Dapdap", "Licab", 20, 1800, 3],
        ["Messy Ipil", "Licab", 30, 1200, 4],
        ["Messy Lauan", "Licab", 50, 3000, 7],
        ["Messy Narra", null, 50, 3000, 8],
        ["TOTAL FARMERS COOPERATIVE MESSY", "Licab", 90, 1, 2],
      ),
    classes: { new: 8 },
    saved: Array.from({ length: 8 }, () => ({})),
  },
  {
    name: "a total beside a region",
    file: "region-total.xlsx",
    make: () => sheet([...amounts], org("Akasya", 10, 1), [null, region, "Total:", null, 10, 1]),
    classes: { new: 1 },
    saved: names("Akasya"),
  },
];
