/** Writes the stream of an old workbook (.xls since Excel 97, BIFF8) with texts in several fonts. */
import { CFB } from "@e965/xlsx";

export interface OldText {
  text: string;
  /** Parts of the text, each with its font and the position at which the part begins. */
  fonts?: readonly { start: number; font: number }[];
  /** Style of the cell: 0 is plain, 1 is struck through. */
  style?: number;
}

/** Numbers of the fonts in the file. The file format BIFF8 has no font with the number 4. */
export const oldFonts = { plain: 0, struck: 1, raised: 5 } as const;

const bytes = (...values: readonly [value: number, size: number][]): number[] =>
  values.flatMap(([value, size]) =>
    Array.from({ length: size }, (_, place) => Math.floor(value / 256 ** place) & 255),
  );

const record = (type: number, data: readonly number[]): number[] => [
  ...bytes([type, 2], [data.length, 2]),
  ...data,
];

const font = (flags: number, raised: number): number[] =>
  record(0x31, [...bytes([200, 2], [flags, 2], [8, 2], [400, 2], [raised, 2], [0, 4], [1, 1], [0, 1]), 65]);
const style = (number: number): number[] =>
  record(0xe0, [...bytes([number, 2], [0, 2], [1, 2]), ...Array(14).fill(0)]);
const begin = (kind: number): number[] =>
  record(0x809, bytes([0x600, 2], [kind, 2], [0x0dbb, 2], [1996, 2], [0, 4], [6, 4]));
const end = record(0x0a, []);

/** Returns the shared string record, continued in a new record after every `most` bytes. */
function texts(all: readonly OldText[], most: number): number[] {
  const parts: number[][] = [bytes([all.length, 4], [all.length, 4])];
  const part = () => parts.at(-1) ?? [];
  const room = (size: number) => part().length + size <= most;
  const put = (values: readonly number[]) => {
    if (!room(values.length)) parts.push([]);
    part().push(...values);
  };
  for (const { text, fonts = [] } of all) {
    const wide = [...text].some((letter) => letter.charCodeAt(0) > 255);
    const flags = (wide ? 1 : 0) + (fonts.length > 0 ? 8 : 0);
    put([...bytes([text.length, 2], [flags, 1]), ...(fonts.length > 0 ? bytes([fonts.length, 2]) : [])]);
    for (let place = 0; place < text.length; place++) {
      if (!room(wide ? 2 : 1)) parts.push([wide ? 1 : 0]);
      part().push(...bytes([text.charCodeAt(place), wide ? 2 : 1]));
    }
    for (const { start, font } of fonts) put(bytes([start, 2], [font, 2]));
  }
  return parts.flatMap((data, place) => record(place === 0 ? 0xfc : 0x3c, data));
}

/** Returns the stream of one sheet with one text per row in column A. */
export function oldStream(rows: readonly OldText[], most = 8000): Uint8Array<ArrayBuffer> {
  const before = [
    ...begin(5),
    ...[font(0, 0), font(8, 0), font(0, 0), font(0, 0), font(0, 1)].flat(),
    ...[style(0), style(1)].flat(),
  ];
  const sheet = (start: number) =>
    record(0x85, [...bytes([start, 4], [0, 2], [4, 1], [0, 1]), ...Buffer.from("List")]);
  const after = [...texts(rows, most), ...end];
  const start = before.length + sheet(0).length + after.length;
  const cells = rows.flatMap(({ style: own = 0 }, row) =>
    record(0xfd, bytes([row, 2], [0, 2], [own, 2], [row, 4])),
  );
  return Uint8Array.from([...before, ...sheet(start), ...after, ...begin(16), ...cells, ...end]);
}

/** Returns an .xls file that contains the stream. */
export function oldBook(rows: readonly OldText[]): Uint8Array<ArrayBuffer> {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, "/Workbook", oldStream(rows));
  return Uint8Array.from(CFB.write(file, { type: "array" }) as Iterable<number>);
}
