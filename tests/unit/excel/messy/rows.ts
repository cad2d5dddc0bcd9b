/** Files with rows that are not data or that the user may not want to import, and cells without a plain value. */
import { head, type MessyFile, org, province, region, sheet, workbook } from "./files.ts";

export const rows: readonly MessyFile[] = [
  {
    name: "sub-totals and a grand total",
    file: "totals.xlsx",
    make: () =>
      sheet(
        [...head, "Loans"],
        org("One", 5),
        ["Sub-total", null, null, null, 5],
        org("Two", 6),
        ["Nueva Ecija Total", region, null, null, 6],
        ["GRAND TOTAL", null, null, null, 11],
      ),
    says: [/Rows 3 and 6 look like totals|Rows 3, 5 and 6 look like totals/],
    classes: { new: 2 },
    saved: [{ arbo_name: "Messy One" }, { arbo_name: "Messy Two" }],
  },
  {
    name: "an organization whose name begins with Total",
    file: "total-name.xlsx",
    make: () => sheet([...head], ["Total Farmers Cooperative Messy", region, province, "Licab"]),
    saved: [{ arbo_name: "Total Farmers Cooperative Messy" }],
  },
  {
    name: "headings that repeat on each page, and a title between the rows",
    file: "pages.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows([[...head], org("One"), ["DISTRICT II"], [...head], org("Two")]);
        page.mergeCells("A3:D3");
      }),
    says: [/Row 4 contains the headings again/, /Row 3 looks like a title/],
    saved: [{ arbo_name: "Messy One" }, { arbo_name: "Messy Two" }],
  },
  {
    name: "signatures below the list",
    file: "signatures.xlsx",
    make: () =>
      sheet(
        [...head],
        org("One"),
        [null],
        ["Prepared by:", null, "Noted by:"],
        ["JUAN DELA CRUZ", null, "ANA REYES"],
        ["ARPO II"],
      ),
    says: [/look like notes or signatures below the list/],
    classes: { new: 1 },
    saved: [{ arbo_name: "Messy One" }],
  },
  {
    name: "rows that a filter hides, left out",
    file: "hidden-rows.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows([[...head], org("Seen"), org("Hidden")]);
        page.getRow(3).hidden = true;
      }),
    answers: { "Row 3": "Leave them out" },
    classes: { new: 1 },
    saved: [{ arbo_name: "Messy Seen" }],
  },
  {
    name: "a hidden column, imported",
    file: "hidden-column.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows([[...head, "Loans"], org("Hidden column", 7)]);
        page.getColumn(5).hidden = true;
      }),
    answers: { "A column is hidden": "Import them" },
    saved: [{ total_amount_of_loans: 7 }],
  },
  {
    name: "a row that is struck through",
    file: "struck-row.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows([[...head], org("Active"), org("Dissolved")]);
        page.getRow(3).eachCell((cell) => {
          cell.font = { strike: true };
        });
      }),
    answers: { "Row 3": "Leave out the struck-through text" },
    saved: [{ arbo_name: "Messy Active" }],
  },
  {
    name: "a partly struck-through name",
    file: "struck-part.xlsx",
    make: () =>
      sheet(
        [...head],
        [
          { richText: [{ text: "Messy Old ", font: { strike: true } }, { text: "Messy New" }] },
          region,
          province,
          "Licab",
        ],
      ),
    says: [/"Messy Old" is struck through and left out/],
    saved: [{ arbo_name: "Messy New" }],
  },
  {
    name: "a province that is merged over its rows",
    file: "merged-province.xlsx",
    make: () =>
      workbook((page) => {
        page.addRows([[...head], org("One"), org("Two")]);
        page.mergeCells("C2:C3");
      }),
    saved: [{ province_name: province }, { province_name: province }],
  },
  {
    name: "formulas that give an empty text, zero and an error",
    file: "formulas.xlsx",
    make: () =>
      sheet(
        [...head, "Loans", "Sitio/Purok/Street"],
        org("Empty", { formula: "0*1", result: 0 }, { formula: 'IF(1,"","x")', result: "" }),
        org("Error", { formula: "1/0", result: { error: "#REF!" } }),
      ),
    classes: { new: 1, wrong: 1 },
    says: [/the formula's result is the error #REF!/],
    saved: [{ arbo_name: "Messy Empty", total_amount_of_loans: 0, sitio_purok_street: undefined }],
  },
  {
    name: "a formula without a computed result",
    file: "uncomputed.xlsx",
    make: () => sheet([...head, "Loans"], org("Uncomputed", { formula: "1+1" })),
    classes: { wrong: 1 },
    says: [/the formula has no stored result/],
    saved: [],
  },
  {
    name: "data on the third sheet",
    file: "third-sheet.xlsx",
    make: () =>
      workbook((cover, book) => {
        cover.addRow(["Masterlist of ARBOs"]);
        book.addWorksheet("Summary").addRows([
          ["Province", "Number"],
          [province, 1],
        ]);
        book.addWorksheet("Data").addRows([[...head, "Loans"], org("Third", 3)]);
      }, "Cover"),
    says: [/Only the sheet "Data" is imported/],
    saved: [{ arbo_name: "Messy Third", total_amount_of_loans: 3 }],
  },
  {
    name: "an unknown province, and a province of another office",
    file: "n-ecija.xlsx",
    make: () =>
      sheet(
        [...head],
        ["Messy Short", region, "N. Ecijja", "Licab"],
        ["Messy Elsewhere", region, "Tarlac", "Paniqui"],
      ),
    classes: { wrong: 1, out_of_scope: 1 },
    says: [/"N. Ecijja" is not a province/],
    saved: [],
  },
];
