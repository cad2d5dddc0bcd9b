/** Files in different encodings and with different separators, and files of other types with a wrong extension. */
import { deflateRawSync } from "node:zlib";
import { odsBook, odsRows } from "../opendocument-xml.ts";
import type { WrittenValue } from "../workbook-xml.ts";
import { type Bytes, csv, head, type MessyFile, org, sheet, text } from "./files.ts";

const accents = csv([[...head, "Remarks"], org("Licabeñong Ani", "two\nlines, and a comma")]);
const saved = [{ arbo_name: "Messy Licabeñong Ani", remarks: "two\nlines, and a comma" }];
const latin = (content: string): Bytes => Uint8Array.from(Buffer.from(content, "latin1"));
const wide = (content: string, mark = ""): Bytes => Uint8Array.from(Buffer.from(mark + content, "utf16le"));

/** Returns an OLE container (as of old Excel files) that contains the given part name. */
const compound = (part: string): Bytes =>
  Uint8Array.from(
    Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600), Buffer.from(part, "utf16le")]),
  );

/** Returns a zip file with empty entries that have the given names. */
function zip(...names: string[]): Bytes {
  const empty = deflateRawSync(Buffer.alloc(0));
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const name of names) {
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(empty.length, 14);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, title, empty]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, tail, title]));
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, entries, end]));
}

export const forms: readonly MessyFile[] = [
  { name: "UTF-8 without a byte order mark", file: "utf8.csv", make: () => text(accents), saved },
  { name: "UTF-8 with a byte order mark", file: "utf8-bom.csv", make: () => text(`\ufeff${accents}`), saved },
  { name: "UTF-16 with a byte order mark", file: "utf16.csv", make: () => wide(accents, "\ufeff"), saved },
  { name: "UTF-16 without a byte order mark", file: "utf16-bare.csv", make: () => wide(accents), saved },
  {
    name: "a file in Windows-1252",
    file: "windows.csv",
    make: () => latin(accents),
    says: [/read as Windows-1252/],
    saved,
  },
  {
    name: "semicolons, under a title line with commas",
    file: "semicolons.csv",
    make: () => text(`Masterlist, 2024, of Nueva Ecija, Region III\n${csv([head, org("Semicolon")], ";")}`),
    saved: [{ arbo_name: "Messy Semicolon" }],
  },
  {
    name: "tabs between cells",
    file: "tabs.csv",
    make: () => text(csv([head, org("Tab")], "\t")),
    saved: [{ arbo_name: "Messy Tab" }],
  },
  {
    name: "a first line that states the separator",
    file: "sep.csv",
    make: () => text(`sep=;\r\n${csv([head, org("Stated, by sep")], ";")}`),
    saved: [{ arbo_name: "Messy Stated, by sep" }],
  },
  {
    name: "a workbook with the extension .csv",
    file: "workbook.csv",
    make: () => sheet([...head], org("Workbook")),
    saved: [{ arbo_name: "Messy Workbook" }],
  },
  {
    name: "an OpenDocument spreadsheet with repeated blank cells and a superscript mark",
    file: "list.ods",
    make: () =>
      odsBook(
        odsRows(
          [
            [...head, "Total assets", "Remarks"],
            [...org("Document", null, "one\ntwo")],
            [
              ...org("Raised"),
              {
                xml: '<table:table-cell office:value-type="string"><text:p>1500<text:span text:style-name="T1">1</text:span></text:p></table:table-cell>',
              },
            ],
          ] as WrittenValue[][],
          { repeated: true },
        ),
        {
          styles:
            '<style:style style:name="T1" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>',
        },
      ),
    says: [/is superscript/],
    saved: [
      { arbo_name: "Messy Document", total_asset: undefined, remarks: "one\ntwo" },
      { arbo_name: "Messy Raised", total_asset: 1500 },
    ],
  },
  {
    name: "a CSV file with the extension .xlsx",
    file: "text.xlsx",
    make: () => text(csv([head, org("Text")])),
    saved: [{ arbo_name: "Messy Text" }],
  },
  { name: "a PDF", file: "list.xlsx", make: () => text("%PDF-1.7\n1 0 obj"), refused: /is a PDF/ },
  {
    name: "a web page, as many systems export",
    file: "export.csv",
    make: () => text("<html><body><table><tr><td>ARBO name</td></tr></table></body></html>"),
    refused: /is a web page/,
  },
  {
    name: "a Word document",
    file: "letter.xlsx",
    make: () => zip("[Content_Types].xml", "word/document.xml"),
    refused: /Word document/,
  },
  {
    name: "an OpenDocument file without a table",
    file: "list2.ods",
    make: () => zip("mimetype", "content.xml"),
    refused: /may be damaged/,
  },
  {
    name: "an old .xls that is cut off",
    file: "old.xls",
    make: () => compound("Workbook"),
    refused: /may be damaged/,
  },
  {
    name: "a workbook with a password",
    file: "secret.xlsx",
    make: () => compound("EncryptedPackage"),
    refused: /protected by a password/,
  },
  { name: "an empty file", file: "empty.csv", make: () => new Uint8Array(), refused: /is empty/ },
  { name: "a JSON file", file: "data.csv", make: () => text('[{"arbo_name":"X"}]'), refused: /is JSON/ },
];
