/** Checks that invalid import files are refused, and that each gets the right error message. */
import { deflateRawSync } from "node:zlib";
import ExcelJS from "exceljs";
import { describe, expect, it } from "vitest";
import { findLayout } from "#shared/import/reading/headings.ts";
import { guardZip } from "../../../web/src/records/workbook/formats/zip-guard.ts";
import { readImportFile } from "../../../web/src/records/workbook/read-file.ts";
import { readRows, record, workbookOf } from "./support.ts";

const read = (bytes: Uint8Array<ArrayBuffer>) => readImportFile(bytes, record);
const text = (content: string) => new TextEncoder().encode(content);

/**
 * Returns a zip file with one deflated entry.
 * @param claimed Uncompressed size that the file states.
 * @param part Fraction of the compressed bytes that the file contains.
 */
function zipOf(
  name: string,
  content: Uint8Array,
  claimed = content.byteLength,
  part = 1,
): Uint8Array<ArrayBuffer> {
  const whole = deflateRawSync(content);
  const packed = whole.subarray(0, Math.ceil(whole.byteLength * part));
  const title = Buffer.from(name);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(packed.byteLength, 4);
  sizes.writeUInt32LE(claimed, 8);
  const common = Buffer.concat([
    Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]),
    sizes,
    Buffer.from([title.length, 0, 0, 0]),
  ]);
  const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, title, packed]);
  const entry = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), common, Buffer.alloc(14), title]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.byteLength, 12);
  end.writeUInt32LE(local.byteLength, 16);
  return new Uint8Array(Buffer.concat([local, entry, end]));
}

describe("Limits and rows of an import file", () => {
  it.each([
    ["is empty", new Uint8Array(), "The file is empty."],
    ["is too large", new Uint8Array(20 * 2 ** 20 + 1), "larger than 20 MB"],
    ["is an empty OLE container", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1), "may be damaged"],
    ["is a picture", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0), "is a picture"],
    ["is a damaged workbook", text("PK\x03\x04 and nothing more of it"), "may be damaged"],
    ["is a zip of something else", zipOf("notes.txt", text("hello")), "not an Excel workbook"],
    [
      "is a zip with only one part of a workbook",
      zipOf("[Content_Types].xml", text("<x/>")),
      "no rows|damaged",
    ],
    ["has blank lines only", text("\n,,\n\n"), "no rows"],
  ])("The import refuses a file that %s, and the error says why.", async (_, bytes, sentence) => {
    await expect(read(bytes as Uint8Array<ArrayBuffer>)).rejects.toThrow(new RegExp(sentence));
  });

  it("The import refuses a file with too many rows.", async () => {
    await expect(read(text(`arbo_name\n${"x\n".repeat(20_001)}`))).rejects.toThrow(
      "at most 20,000 can be imported",
    );
  });

  it("The import refuses a file that unpacks to too many bytes, whatever size it states.", async () => {
    const bomb = zipOf("[Content_Types].xml", new Uint8Array(2 ** 20), 10);
    await expect(guardZip(bomb, { unpacked: 2 ** 19, entries: 10 })).rejects.toThrow("unpacks to more than");
    await expect(guardZip(bomb, { unpacked: 2 ** 20, entries: 10 })).resolves.toHaveLength(1);
    // The last tenth of the file's compressed bytes is missing. The reader must refuse the file because of its unpacked
    // size, before it reaches the missing bytes.
    const large = zipOf("[Content_Types].xml", new Uint8Array(2 ** 23), 10, 0.9);
    await expect(guardZip(large, { unpacked: 2 ** 19, entries: 10 })).rejects.toThrow("unpacks to more than");
    await expect(guardZip(bomb, { unpacked: 2 ** 20, entries: 0 })).rejects.toThrow(
      "too many for a workbook",
    );
  });

  it("The import numbers the rows of a CSV file as a spreadsheet program does.", async () => {
    const { rows } = await read(text('arbo_name,remarks\n\nOne,"two\nlines"\n,,\nTwo,\n'));
    expect(rows.map((row) => row.row)).toEqual([1, 3, 5]);
    expect(rows.at(-1)?.cells).toEqual(["Two"]);
  });

  it("The reader decodes accented letters in a CSV file in UTF-8 and in Latin-1.", async () => {
    expect((await read(text("arbo_name\nLicabeñong"))).rows[1]?.cells).toEqual(["Licabeñong"]);
    const old = await read(Uint8Array.from(Buffer.from("arbo_name\nLicabe\xf1ong", "latin1")));
    expect(old.rows[1]?.cells).toEqual(["Licabeñong"]);
    expect(old.remarks).toHaveLength(1);
  });

  it("An imported row keeps its row number in the sheet, even after blank rows.", async () => {
    const rows = await readRows(
      await workbookOf([
        ["arbo_name", "total_member"],
        [],
        ["One", { formula: "1+1", result: 2 }],
        ["Two", { formula: "1+1" }],
      ]),
    );
    expect(rows.map((row) => row.row)).toEqual([1, 3, 4]);
    expect(rows[1]?.cells).toEqual(["One", 2]);
    expect(rows[2]?.cells[1]).toMatchObject({ text: "=1+1" });
  });

  it("The import uses the first visible sheet with known headings.", async () => {
    const workbook = new ExcelJS.Workbook();
    workbook.addWorksheet("Hidden", { state: "hidden" }).addRows([
      ["arbo_id", "arbo_name"],
      ["H", "Hidden"],
    ]);
    workbook.addWorksheet("Cover").addRows([["Masterlist of the province"]]);
    workbook.addWorksheet("Data").addRows([
      ["ARBO ID", "ARBO name"],
      ["A-1", "One"],
    ]);
    const { rows, remarks } = await read(new Uint8Array(await workbook.xlsx.writeBuffer()));
    expect(rows[1]?.cells).toEqual(["A-1", "One"]);
    expect(remarks).toEqual([
      'Only the sheet "Data" is imported.',
      'Hidden sheets are not imported: "Hidden".',
    ]);
    expect(findLayout(record, rows).headed).toBe(true);
  });
});
