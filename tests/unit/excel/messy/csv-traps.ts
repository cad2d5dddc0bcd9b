/**
 * CSV files that are hard to split or decode, because of their quotes, separators, escape characters, encodings or
 * formulas.
 */
import { type Bytes, csv, head, type MessyFile, org, province, region, text } from "./files.ts";

const heading = [...head, "Remarks"] as const;
const line = (name: string, remarks: string) => `${org(name).join(",")},${remarks}`;
const lines = (...all: string[]): Bytes => text([heading.join(","), ...all].join("\n"));
const names = (...all: string[]) => all.map((name) => ({ arbo_name: `Messy ${name}` }));
const latin = (content: string): Bytes => Uint8Array.from(Buffer.from(content, "latin1"));

export const csvTraps: readonly MessyFile[] = [
  {
    name: "a quote that is never closed, read line by line",
    file: "unclosed.csv",
    make: () => lines(line("Anahaw", '"five inches deep'), line("Balete", "fine"), line("Camagong", "fine")),
    answers: { "Row 2 has a quote": "Each line is a row" },
    saved: names("Anahaw", "Balete", "Camagong"),
  },
  {
    name: "a quote that is never closed, read as one cell",
    file: "unclosed-cell.csv",
    make: () => lines(line("Anahaw", '"seen on the way\nby the office')),
    answers: { "Row 2 has a quote": "They are one cell" },
    saved: [{ arbo_name: "Messy Anahaw", remarks: "seen on the way\nby the office" }],
  },
  {
    name: "a quote that is closed several rows later",
    file: "closed-late.csv",
    make: () => lines(line("Dao", '"ten inches'), line("Dungon", 'twenty inches"'), line("Duhat", "fine")),
    answers: { "Row 2 has a quote": "Each line is a row" },
    saved: names("Dao", "Dungon", "Duhat"),
  },
  {
    name: "a cell with several lines and commas, which is not several rows",
    file: "lines.csv",
    make: () => lines(line("Ipil", '"one, two\nthree, four"')),
    saved: [{ remarks: "one, two\nthree, four" }],
  },
  {
    name: "a comma inside an amount, with the row left out",
    file: "comma-amount.csv",
    make: () =>
      text(
        `${[...head, "Loans", "Remarks"].join(",")}\n${org("Kamagong").join(",")},2,750,fine\n${org("Lauan").join(",")},800,fine`,
      ),
    answers: { "Row 2 has more cells": "Leave them out" },
    saved: [{ arbo_name: "Messy Lauan", total_amount_of_loans: 800, remarks: "fine" }],
  },
  {
    name: "a comma inside an amount, before a blank last cell",
    file: "comma-amount-blank.csv",
    make: () => text(`${[...head, "Loans", "Remarks"].join(",")}\n${org("Kamagong").join(",")},2,750,`),
    answers: { "Row 2 has more cells": "Leave them out" },
    saved: [],
  },
  {
    name: "a separator at the end of every line",
    file: "last-comma.csv",
    make: () => text(`${heading.join(",")},\n${line("Mayapis", "fine")},\n${line("Molave", "fine")},`),
    saved: names("Mayapis", "Molave"),
  },
  {
    name: "quotes after backslashes",
    file: "backslashes.csv",
    make: () =>
      text(
        `${heading.join(",")}\n"Messy \\"Bagong\\" Ani",${org("x").slice(1).join(",")},"say \\"hi\\", twice"`,
      ),
    says: [/after a backslash/],
    saved: [{ arbo_name: 'Messy "Bagong" Ani', remarks: 'say "hi", twice' }],
  },
  {
    name: "all cells in single quotes, as database programs export",
    file: "single-quotes.csv",
    make: () =>
      text(
        [heading, [...org("Ani"), "one, two"], [...org("Bayani"), "Farmers'' pledge"]]
          .map((cells) => cells.map((cell) => `'${cell}'`).join(","))
          .join("\n"),
      ),
    saved: [
      { arbo_name: "Messy Ani", muncity_name: "Licab", remarks: "one, two" },
      { arbo_name: "Messy Bayani", remarks: "Farmers' pledge" },
    ],
  },
  {
    name: "an apostrophe at the beginning of a cell, which is not a quote",
    file: "apostrophe.csv",
    make: () => lines(line("'Yung Samahan", "'Di pa"), line("Bayani", "fine")),
    saved: [{ arbo_name: "Messy 'Yung Samahan", remarks: "'Di pa" }, { remarks: "fine" }],
  },
  {
    name: "the DOS end-of-file character",
    file: "dos-end.csv",
    make: () => text(`${heading.join(",")}\r\n${line("Rosal", "fine")}\r\n\u001a`),
    saved: names("Rosal"),
  },
  {
    name: "text in Mac OS Roman",
    file: "macintosh.csv",
    make: () =>
      latin([heading.join(","), line("Pe\x96ong Ani", "\xd2fine\xd3"), line("PE\x84A", "x")].join("\r")),
    says: [/read as Mac OS Roman/],
    saved: [
      { arbo_name: "Messy Peñong Ani", remarks: "“fine”" },
      { arbo_name: "Messy PEÑA", remarks: "x" },
    ],
  },
  {
    name: "the path of a folder, whose backslash does not escape a quote",
    file: "path.csv",
    make: () => lines(line("Narra", '"C:\\lists\\"'), line("Pili", "fine")),
    saved: [{ remarks: "C:\\lists\\" }, { remarks: "fine" }],
  },
  {
    name: "the null value \\N of databases",
    file: "null.csv",
    make: () => lines(line("Rosal", "\\N")),
    says: [/\\N means no value/],
    saved: [{ arbo_name: "Messy Rosal", remarks: undefined }],
  },
  ...(['="00731"', '"=""00731"""', "'00731", "'00731'", '=T("00731")'] as const).map(
    (id, index): MessyFile => ({
      name: `an ID wrapped as ${id}`,
      file: `wrapped-${index}.csv`,
      make: () => text(`ARBO ID,${head.join(",")}\n${id},${org("Wrapped").join(",")}`),
      saved: [{ arbo_id: "00731", arbo_name: "Messy Wrapped" }],
    }),
  ),
  ...(
    [
      ["PeÃ±ong Ani", "Peñong Ani"],
      ["PEÃ‘ONG ANI", "PEÑONG ANI"],
      ["Farmersâ€™ Ani", "Farmers’ Ani"],
      ["PeÃƒÂ±ong Ani", "Peñong Ani"],
      ["Pe¤ong Ani", "Peñong Ani"],
      ["Narra &amp; Sons", "Narra & Sons"],
      ["Pe&ntilde;ong Ani", "Peñong Ani"],
      ["Pe&#241;ong Ani", "Peñong Ani"],
      ["A &amp;amp; B", "A & B"],
    ] as const
  ).map(
    ([written, meant], index): MessyFile => ({
      name: `a name written as ${written}`,
      file: `decoded-${index}.csv`,
      make: () => lines(line(written, "fine")),
      says: [/are corrected|are read as/],
      saved: names(meant),
    }),
  ),
  {
    name: "a letter that was lost",
    file: "lost.csv",
    make: () => lines(line("Pe\ufffdong Ani", "fine"), line("Peñong Bayan", "fine")),
    classes: { wrong: 1, new: 1 },
    says: [/a letter was lost/],
    saved: names("Peñong Bayan"),
  },
  {
    name: "a question mark instead of a letter, which does not overwrite the stored name",
    file: "lost-question-mark.csv",
    stored: [
      {
        arbo_id: "MESSY-1",
        arbo_name: "Messy Licabeñong Ani",
        region_name: region,
        province_name: province,
        muncity_name: "Licab",
      },
    ],
    make: () =>
      text(
        csv([
          ["ARBO ID", ...heading],
          ["MESSY-1", ...org("Licabe?ong Ani"), "fine"],
          ["MESSY-2", ...org("Sto.Ni?o Growers"), "fine"],
          ["MESSY-3", ...org("Narra"), "Do?a Juana"],
          ["MESSY-4", ...org("Lauan"), "Active? See https://example.ph/list?name=a and example.ph/x?y=b"],
          ["MESSY-5", ...org("Ipil"), "Validated?"],
        ]),
      ),
    classes: { wrong: 2, new: 3 },
    says: [/B2 a letter was lost at \?/, /B3 a letter was lost at \?/, /F4 .*a letter may be lost at \?/],
    saved: names("Narra", "Lauan", "Ipil"),
  },
  ...(["#REF!", "#N/A", "#####", "=A2+B2", "=VLOOKUP(A2;B:C;2)", "=Sheet2!B4"] as const).map(
    (shown, index): MessyFile => ({
      name: `a cell with the text ${shown}`,
      file: `shown-${index}.csv`,
      make: () => text(csv([heading, [...org("Yakal"), shown]])),
      classes: { wrong: 1 },
      says: [/shows the error|a formula instead of its result/],
      saved: [],
    }),
  ),
  {
    name: "Windows-1252 with vertical bars between the cells",
    file: "bars.csv",
    make: () => latin(csv([heading, [...org("Pe\xf1a"), "fine"]], "|")),
    says: [/Windows-1252/],
    saved: names("Peña"),
  },
];
