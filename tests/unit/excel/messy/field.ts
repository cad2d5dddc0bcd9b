/** Files from an external audit. Each is a minimal example of a file that the import once refused or stored wrongly. */
import { stylesOf, xmlWorkbook } from "../workbook-xml.ts";
import { type MessyFile, mark, sheet, text } from "./files.ts";

const growers = (name: string): string => `${mark} ${name} Growers`;
const csv = (...lines: string[]) => text(`${lines.join("\n")}\n`);
const names = (...all: string[]) => all.map((name) => ({ arbo_name: growers(name) }));

export const field: readonly MessyFile[] = [
  {
    name: "a quote that is never closed",
    file: "unclosed-quote.csv",
    make: () =>
      csv(
        "ARBO name,Municipality,Remarks",
        `${growers("Amihan")},Licab,"six feet deep`,
        `${growers("Bituin")},Licab,fine`,
        `${growers("Daluyong")},Licab,fine`,
      ),
    answers: { "Row 2 has a quote": "Each line is a row" },
    saved: names("Amihan", "Bituin", "Daluyong"),
  },
  {
    name: "a comma inside an amount",
    file: "comma-in-amount.csv",
    make: () =>
      csv(
        "ARBO name,Municipality,Total assets,Remarks",
        `${growers("Eskoba")},Licab,1,500,fine`,
        `${growers("Gumamela")},Licab,900,fine`,
      ),
    answers: { "Row 2 has more cells": "Leave them out" },
    saved: [{ arbo_name: growers("Gumamela"), total_asset: 900, remarks: "fine" }],
  },
  {
    name: "an instant that is on a different day in Manila",
    file: "instant.csv",
    make: () =>
      csv(
        "ARBO name,Municipality,Date of registration",
        `${growers("Habagat")},Licab,2021-03-04T16:00:00.000Z`,
      ),
    saved: [{ date_of_registration: "2021-03-05" }],
  },
  {
    name: "an ID with a prefix in its number format",
    file: "id-in-format.xlsx",
    make: () =>
      xmlWorkbook(
        [
          ["ARBO ID", "ARBO name", "Municipality"],
          [{ xml: '<c s="1"><v>5</v></c>' }, growers("Ilang"), "Licab"],
        ],
        { styles: stylesOf('"NE-"000') },
      ),
    saved: [{ arbo_id: "NE-005", arbo_name: growers("Ilang") }],
  },
  {
    name: "an ID written as a formula",
    file: "id-as-formula.csv",
    make: () => csv("ARBO ID,ARBO name,Municipality", `="00123",${growers("Kamias")},Licab`),
    saved: [{ arbo_id: "00123", arbo_name: growers("Kamias") }],
  },
  {
    name: "an amount with a superscript footnote mark",
    file: "footnote-amount.xlsx",
    make: () =>
      sheet(
        ["ARBO name", "Municipality", "Total assets"],
        [
          growers("Lanzones"),
          "Licab",
          { richText: [{ text: "1500" }, { text: "1", font: { vertAlign: "superscript" } }] },
        ],
      ),
    says: [/is superscript/],
    saved: [{ total_asset: 1500 }],
  },
  {
    name: "a word with a hyperlink",
    file: "link.xlsx",
    make: () =>
      sheet(
        ["ARBO name", "Municipality", "CoC/CGS attachment link"],
        [growers("Mabolo"), "Licab", { text: "scan", hyperlink: "https://files.example/coc-1" }],
      ),
    says: [/the address that “scan” links to/],
    saved: [{ coc_cgs_attachment_link: "https://files.example/coc-1" }],
  },
  {
    name: "notes about the list in the column of names",
    file: "notes-as-rows.xlsx",
    make: () =>
      sheet(
        ["No.", "ARBO name", "Total assets"],
        [1, growers("Narra"), 1],
        [null, "xxx nothing follows xxx"],
        [null, "Page 1 of 3"],
      ),
    says: [/Rows 3 and 4 look like notes/],
    saved: names("Narra"),
  },
  {
    name: "the same headings in a different order",
    file: "heading-again.xlsx",
    make: () =>
      sheet(
        ["ARBO name", "Municipality", "Total assets", "Total liabilities"],
        [growers("Orkidia"), "Licab", 10, 1],
        ["ARBO name", "Municipality", "Total liabilities", "Total assets"],
        [growers("Papaya"), "Cuyapo", 1, 10],
      ),
    answers: { "Row 3 has headings that differ": "Use these headings for the rows below" },
    saved: [
      { arbo_name: growers("Orkidia"), total_asset: 10, total_liabilities: 1 },
      { arbo_name: growers("Papaya"), total_asset: 10, total_liabilities: 1 },
    ],
  },
  {
    name: "towns that are written once",
    file: "town-once.xlsx",
    make: () =>
      sheet(
        ["Municipality", "ARBO name", "Total assets"],
        ["Licab", growers("Rambutan"), 1],
        [null, growers("Sampaguita"), 2],
        ["Cuyapo", growers("Talisay"), 3],
      ),
    answers: { "blank below a filled cell": "Yes, take the value above" },
    saved: [{ muncity_name: "Licab" }, { muncity_name: "Licab" }, { muncity_name: "Cuyapo" }],
  },
  {
    name: "a name that was decoded wrongly",
    file: "utf8-twice.csv",
    make: () => csv("ARBO name,Municipality", `${mark} UbeÃ±ong Bayan Growers,Licab`),
    says: [/wrongly decoded/],
    saved: names("Ubeñong Bayan"),
  },
  {
    name: "quotes after backslashes",
    file: "backslash-quotes.csv",
    make: () => csv("ARBO name,Municipality,Remarks", `"${mark} Waling \\"Bright\\" Growers",Licab,fine`),
    says: [/after a backslash/],
    saved: [{ arbo_name: `${mark} Waling "Bright" Growers`, remarks: "fine" }],
  },
  {
    name: "XML elements with a prefix",
    file: "prefixed-xml.xlsx",
    make: () =>
      xmlWorkbook(
        [
          ["ARBO name", "Municipality", "Total assets"],
          [growers("Yakal"), "Licab", 1500],
        ],
        { prefix: "x:" },
      ),
    saved: [{ arbo_name: growers("Yakal"), total_asset: 1500 }],
  },
  {
    name: "a sheet with an unusual part name",
    file: "part-name.xlsx",
    make: () =>
      xmlWorkbook(
        [
          ["ARBO name", "Municipality", "Total assets"],
          [growers("Zapote"), "Licab", 1500],
        ],
        {
          part: "worksheets/Data.xml",
        },
      ),
    saved: [{ arbo_name: growers("Zapote"), total_asset: 1500 }],
  },
  {
    name: "regions and provinces in other words, and provinces that moved",
    file: "places.csv",
    as: "central",
    make: () =>
      csv(
        "ARBO name,Region,Province,Municipality",
        `${growers("Agoho")},Region IV-B,Palawan,Narra`,
        `${growers("Banaba")},R3,Nueva Ecija,Licab`,
        `${growers("Dapdap")},Region XI,Compostela Valley,Nabunturan`,
        `${growers("Ebano")},Region VI,Negros Occidental,Murcia`,
      ),
    says: [/Negros Occidental is in Negros Island Region \(NIR\) now/],
    saved: [
      { region_name: "MIMAROPA Region", province_name: "Palawan", muncity_name: "Narra" },
      { region_name: "Region III (Central Luzon)", province_name: "Nueva Ecija", muncity_name: "Licab" },
      { region_name: "Region XI (Davao Region)", province_name: "Davao de Oro", muncity_name: "Nabunturan" },
      {
        region_name: "Negros Island Region (NIR)",
        province_name: "Negros Occidental",
        muncity_name: "Murcia",
      },
    ],
  },
  {
    name: "amounts in accounting format",
    file: "accounting.csv",
    make: () =>
      csv(
        "ARBO name,Municipality,Total assets,Total liabilities",
        `${growers("Gatas")},Licab,"  1,500.00 ", -   `,
      ),
    says: [/"-" means no value/],
    saved: [{ total_asset: 1500, total_liabilities: undefined }],
  },
  {
    name: "a date without a space after its comma",
    file: "date-no-blank.csv",
    make: () =>
      csv("ARBO name,Municipality,Date of registration", `${growers("Hagonoy")},Licab,"March 5,2021"`),
    saved: [{ date_of_registration: "2021-03-05" }],
  },
  {
    name: "abbreviated headings of an office",
    file: "office-headings.xlsx",
    make: () =>
      sheet(
        ["No.", "Name of ARBO", "Prov.", "Mun./City", "Brgy.", "Reg. No.", "Date Reg'd", "Yr. Organized"],
        [1, growers("Ipil"), "Nueva Ecija", "Licab", "Poblacion Norte", "9520-1", "03-05-2021", 2019],
      ),
    saved: [
      {
        arbo_name: growers("Ipil"),
        muncity_name: "Licab",
        barangay_name: "Poblacion Norte",
        registration_number: "9520-1",
        date_of_registration: "2021-03-05",
        year_organized: 2019,
      },
    ],
  },
];
