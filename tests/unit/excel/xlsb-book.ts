/** Writes a binary workbook (.xlsb) with one sheet. Each row has one text in column A, in one or several fonts. */
import { strToU8, zipSync } from "fflate";
import type { OldText } from "./xls-stream.ts";

/** Numbers of the fonts in the file. */
export const xlsbFonts = { plain: 0, struck: 1, raised: 2 } as const;

const bytes = (...values: readonly [value: number, size: number][]): number[] =>
  values.flatMap(([value, size]) =>
    Array.from({ length: size }, (_, place) => Math.floor(value / 256 ** place) & 255),
  );

/** Encodes a number in bytes that each have seven bits of the number. */
function packed(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...packed(Math.floor(value / 128))];
}

const record = (type: number, data: readonly number[] = []): number[] => [
  ...packed(type),
  ...packed(data.length),
  ...data,
];
const wide = (text: string): number[] => [...bytes([text.length, 4]), ...[...Buffer.from(text, "utf16le")]];
const font = (flags: number, position: number): number[] =>
  record(43, [
    ...bytes([220, 2], [flags, 2], [400, 2], [position, 2], [0, 4], [7, 1], [0, 3], [0, 4], [0, 1]),
    ...wide("Arial"),
  ]);
const style = (number: number): number[] =>
  record(47, bytes([0, 2], [0, 2], [number, 2], [0, 2], [0, 2], [0, 2], [0, 4]));
const formatted = ({ text, fonts = [] }: OldText): number[] => [
  fonts.length > 0 ? 1 : 0,
  ...wide(text),
  ...(fonts.length > 0 ? bytes([fonts.length, 4]) : []),
  ...fonts.flatMap((one) => bytes([one.start, 2], [one.font, 2])),
];

const styles = [
  ...record(278),
  ...[record(611, bytes([3, 4])), font(0, 0), font(8, 0), font(0, 1), record(612)].flat(),
  // The named styles. Their records look like those of the cells' styles, which the reader must distinguish.
  ...[record(626, bytes([1, 4])), style(2), record(627)].flat(),
  ...[record(617, bytes([2, 4])), style(0), style(1), record(618)].flat(),
  ...record(279),
];

const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relationships = (...all: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;
const contentType = (part: string, kind: string) =>
  `<Override PartName="/xl/${part}" ContentType="application/vnd.ms-excel.${kind}"/>`;

/** @param inline True writes the texts into the cells instead of the list of shared texts. */
export function xlsbBook(rows: readonly OldText[], inline = false): Uint8Array<ArrayBuffer> {
  const sheet = [
    ...record(129),
    ...record(148, bytes([0, 4], [rows.length - 1, 4], [0, 4], [0, 4])),
    ...record(145),
    ...rows.flatMap((one, row) => {
      const cell = bytes([0, 4], [one.style ?? 0, 4]);
      return [
        ...record(0, bytes([row, 4], [0, 4], [300, 2], [0, 3], [0, 4])),
        ...(inline ? record(62, [...cell, ...formatted(one)]) : record(7, [...cell, ...bytes([row, 4])])),
      ];
    }),
    ...record(146),
    ...record(130),
  ];
  const workbook = [
    ...record(131),
    ...record(143),
    ...record(156, [...bytes([0, 4], [1, 4]), ...wide("rId1"), ...wide("List")]),
    ...record(144),
    ...record(132),
  ];
  const texts = [
    ...record(159, bytes([rows.length, 4], [rows.length, 4])),
    ...rows.flatMap((one) => record(19, formatted(one))),
    ...record(160),
  ];
  const types = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/>${contentType("workbook.bin", "sheet.binary.macroEnabled.main")}${contentType("worksheets/sheet1.bin", "worksheet")}${contentType("styles.bin", "styles")}${contentType("sharedStrings.bin", "sharedStrings")}</Types>`;
  return Uint8Array.from(
    zipSync({
      "[Content_Types].xml": strToU8(types),
      "_rels/.rels": strToU8(relationships(relationship("rId1", "officeDocument", "xl/workbook.bin"))),
      "xl/workbook.bin": Uint8Array.from(workbook),
      "xl/_rels/workbook.bin.rels": strToU8(
        relationships(
          relationship("rId1", "worksheet", "worksheets/sheet1.bin"),
          relationship("rId2", "styles", "styles.bin"),
          relationship("rId3", "sharedStrings", "sharedStrings.bin"),
        ),
      ),
      "xl/worksheets/sheet1.bin": Uint8Array.from(sheet),
      "xl/styles.bin": Uint8Array.from(styles),
      "xl/sharedStrings.bin": Uint8Array.from(texts),
    }),
  );
}
