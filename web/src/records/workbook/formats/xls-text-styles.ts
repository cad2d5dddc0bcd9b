/** Reads the text styles (text-styles.ts) of .xls files (BIFF8, since Excel 97, [MS-XLS]). */
import { uint16, uint32 } from "./binary-numbers.ts";
import {
  type Look,
  lookOfFont,
  type SheetTextStyles,
  type StyledText,
  TextStylesBuilder,
  textStyleKey,
} from "./text-styles.ts";

interface BiffRecord {
  type: number;
  data: DataView<ArrayBuffer>;
}

const types = {
  bof: 0x809,
  eof: 0x0a,
  font: 0x31,
  continued: 0x3c,
  sheet: 0x85,
  manyNumbers: 0xbd,
  style: 0xe0,
  texts: 0xfc,
  text: 0xfd,
} as const;
/**
 * Types of the records that contain a cell: a number, a formula, a string, or a blank cell with a format. All these
 * records start with row, column and style.
 */
const cellTypes = new Set([types.text, 0x06, 0x203, 0x204, 0x205, 0x27e]);
const biff8 = 0x600;

function* recordsFrom(bytes: Uint8Array<ArrayBuffer>, start = 0): Generator<BiffRecord> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = start; at + 4 <= view.byteLength; ) {
    const length = view.getUint16(at + 2, true);
    if (at + 4 + length > view.byteLength) return;
    const data = new DataView(bytes.buffer, bytes.byteOffset + at + 4, length);
    yield { type: view.getUint16(at, true), data };
    at += 4 + length;
  }
}

interface Book {
  /** Shared strings. Cells refer to a shared string by its number. */
  texts: readonly StyledText[];
  fontLook: (font: number) => Look;
  /** Returns the text style (struck-through, superscript) of a cell style, given by its number. */
  styleLook: (style: number) => Look;
}

/** Returns the text styles of each sheet by name, from the stream "Workbook". Empty for streams older than BIFF8. */
export function readXlsTextStyles(stream: Uint8Array<ArrayBuffer>): ReadonlyMap<string, SheetTextStyles> {
  const fonts: Look[] = [];
  const styles: number[] = [];
  const sheets: { name: string; start: number }[] = [];
  const texts: DataView<ArrayBuffer>[] = [];
  let before = 0;
  for (const { type, data } of recordsFrom(stream)) {
    if (type === types.eof || (before === 0 && !isBiff8(type, data))) break;
    if (type === types.font) fonts.push(lookOf(data));
    else if (type === types.style) styles.push(uint16(data, 0));
    else if (type === types.sheet) sheets.push({ name: sheetName(data), start: uint32(data, 0) });
    else if (type === types.texts || (type === types.continued && before === types.texts)) texts.push(data);
    if (type !== types.continued) before = type;
  }
  // Returns the text style of a font by its number. BIFF skips the font number 4, so each higher number is one more
  // than the font's position in the list.
  const fontLook = (font: number) => fonts[font > 3 ? font - 1 : font] ?? {};
  const book: Book = {
    texts: readTexts(new Continued(texts)),
    fontLook,
    styleLook: (style) => fontLook(styles[style] ?? 0),
  };
  return new Map(sheets.map(({ name, start }) => [name, sheetLooks(stream, start, book)]));
}

const isBiff8 = (type: number, data: DataView): boolean => type === types.bof && uint16(data, 0) === biff8;

const lookOf = (data: DataView): Look => lookOfFont(uint16(data, 2), uint16(data, 8));

function sheetName(data: DataView<ArrayBuffer>): string {
  const cursor = new Continued([data]);
  cursor.skip(6);
  const length = cursor.number(1);
  return cursor.characters(length, (cursor.number(1) & 1) === 1);
}

function sheetLooks(stream: Uint8Array<ArrayBuffer>, start: number, book: Book): SheetTextStyles {
  const styles = new TextStylesBuilder(book.fontLook);
  let depth = 0;
  for (const { type, data } of recordsFrom(stream, start)) {
    // Count start and end records, because a chart in a sheet has its own pair. The sheet ends with the end record that
    // matches its start record.
    if (type === types.bof) depth++;
    if (type === types.eof && --depth === 0) break;
    if (depth !== 1 || (!cellTypes.has(type) && type !== types.manyNumbers)) continue;
    const [row, column] = [uint16(data, 0) + 1, uint16(data, 2)];
    const cells = type === types.manyNumbers ? Math.floor((data.byteLength - 6) / 6) : 1;
    for (let place = 0; place < cells; place++) {
      const key = textStyleKey(row, column + place);
      const look = book.styleLook(uint16(data, 4 + place * 6));
      const shared = type === types.text ? book.texts[uint32(data, 6)] : undefined;
      styles.add(key, look, shared);
    }
  }
  return styles;
}

/** Reads the data of a record and of the records that continue it as one sequence of bytes. */
class Continued {
  private readonly parts: readonly DataView<ArrayBuffer>[];
  private part = 0;
  private at = 0;

  constructor(parts: readonly DataView<ArrayBuffer>[]) {
    this.parts = parts;
  }

  private get isPartRead(): boolean {
    return this.at >= (this.parts[this.part]?.byteLength ?? 0);
  }

  /** If the current part is read to its end, moves to the next part. Returns false at the end of the last part. */
  private enter(): boolean {
    while (this.isPartRead && this.part < this.parts.length) {
      this.part++;
      this.at = 0;
    }
    return this.part < this.parts.length;
  }

  get isEnd(): boolean {
    return !this.enter();
  }

  private byte(): number {
    return this.enter() ? (this.parts[this.part]?.getUint8(this.at++) ?? 0) : 0;
  }

  /** Reads a little-endian number of 1, 2 or 4 bytes. Returns 0 beyond the end. */
  number(bytes: 1 | 2 | 4): number {
    let value = 0;
    for (let place = 0; place < bytes; place++) value += this.byte() * 256 ** place;
    return value;
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0 && this.enter(); left--) this.at++;
  }

  /**
   * Reads a string with one or two bytes per character. If the string continues in the next record, the first byte of
   * that record gives the new width. The width is two bytes if the lowest bit is 1.
   */
  characters(length: number, wide: boolean): string {
    let isWide = wide;
    let text = "";
    for (let left = length; left > 0; left--) {
      if (this.isPartRead) {
        if (!this.enter()) break;
        isWide = (this.byte() & 1) === 1;
      }
      text += String.fromCharCode(this.number(isWide ? 2 : 1));
    }
    return text;
  }
}

function readTexts(from: Continued): StyledText[] {
  from.skip(4);
  const texts: StyledText[] = [];
  for (let left = from.number(4); left > 0 && !from.isEnd; left--) {
    const length = from.number(2);
    const flags = from.number(1);
    const fonts = flags & 8 ? from.number(2) : 0;
    const extra = flags & 4 ? from.number(4) : 0;
    const text = from.characters(length, (flags & 1) === 1);
    texts.push({
      text,
      fonts: Array.from({ length: fonts }, () => ({ start: from.number(2), font: from.number(2) })),
    });
    from.skip(extra);
  }
  return texts;
}
