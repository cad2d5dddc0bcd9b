/** Reads the text styles (text-styles.ts) of binary workbooks (.xlsb, since Excel 2007, [MS-XLSB]). */
import { uint16, uint32 } from "./binary-numbers.ts";
import {
  type Look,
  lookOfFont,
  type SheetTextStyles,
  type StyledText,
  TextStylesBuilder,
  textStyleKey,
} from "./text-styles.ts";
import type { Package } from "./xlsx-parts.ts";

interface BinaryRecord {
  type: number;
  data: DataView;
}

const types = {
  row: 0,
  sharedTextCell: 7,
  text: 19,
  font: 43,
  style: 47,
  formattedTextCell: 62,
  sheet: 156,
  stylesBegin: 617,
  stylesEnd: 618,
} as const;
/**
 * Checks whether a record contains a cell: types 1 to 11 and `formattedTextCell`. Such a record starts with the column
 * and the style of the cell.
 */
const isCell = (type: number): boolean => (type >= 1 && type <= 11) || type === types.formattedTextCell;

/**
 * Reads the records of a part. Each record starts with its type and its length. Both numbers have seven bits per byte;
 * the eighth bit is set if another byte follows.
 */
function* recordsOf(bytes: Uint8Array): Generator<BinaryRecord> {
  let at = 0;
  const number = (most: number): number => {
    let value = 0;
    for (let place = 0; place < most; place++) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * 128 ** place;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < bytes.byteLength) {
    const [type, length] = [number(2), number(4)];
    if (at + length > bytes.byteLength) return;
    yield { type, data: new DataView(bytes.buffer, bytes.byteOffset + at, length) };
    at += length;
  }
}

/** Returns a string that is stored after its length, and the position after the string. */
function textAt(data: DataView, at: number): { text: string; end: number } {
  const length = uint32(data, at);
  const end = Math.min(at + 4 + 2 * length, data.byteLength);
  let text = "";
  for (let place = at + 4; place + 2 <= end; place += 2)
    text += String.fromCharCode(data.getUint16(place, true));
  return { text, end };
}

function styledText(data: DataView, at: number): StyledText {
  const { text, end } = textAt(data, at + 1);
  const isRich = at < data.byteLength && (data.getUint8(at) & 1) === 1;
  const count = isRich ? Math.min(uint32(data, end), (data.byteLength - end - 4) / 4) : 0;
  const fonts = Array.from({ length: Math.max(0, Math.floor(count)) }, (_, place) => ({
    start: uint16(data, end + 4 + 4 * place),
    font: uint16(data, end + 6 + 4 * place),
  }));
  return { text, fonts };
}

interface Book {
  texts: readonly StyledText[];
  fonts: readonly Look[];
  /** For each cell style, the number of its font. */
  styles: readonly number[];
}

const main = "xl/workbook.bin";

/** Returns the text styles of each sheet by name. */
export async function readXlsbTextStyles(files: Package): Promise<ReadonlyMap<string, SheetTextStyles>> {
  const related = await files.relationships(main);
  const partOf = (wanted: string) => [...related.values()].find(({ type }) => type === wanted)?.target ?? "";
  const recordsIn = async (part: string) => recordsOf((await files.bytes(part)) ?? new Uint8Array());
  const texts: StyledText[] = [];
  for (const { type, data } of await recordsIn(partOf("sharedStrings")))
    if (type === types.text) texts.push(styledText(data, 0));
  const book: Book = { texts, ...fontsOf(await recordsIn(partOf("styles"))) };
  const sheets = new Map<string, SheetTextStyles>();
  for (const { type, data } of await recordsIn(main)) {
    if (type !== types.sheet) continue;
    const id = textAt(data, 8);
    const part = related.get(id.text)?.target ?? "";
    sheets.set(textAt(data, id.end).text, sheetStyles(await recordsIn(part), book));
  }
  return sheets;
}

function fontsOf(records: Iterable<BinaryRecord>): Pick<Book, "fonts" | "styles"> {
  const [fonts, styles]: [Look[], number[]] = [[], []];
  // Read only records inside the list of cell styles, because named styles have the same record type.
  let inStyles = false;
  for (const { type, data } of records) {
    if (type === types.font) fonts.push(lookOfFont(uint16(data, 2), uint16(data, 6)));
    if (type === types.stylesBegin || type === types.stylesEnd) inStyles = type === types.stylesBegin;
    if (type === types.style && inStyles) styles.push(uint16(data, 4));
  }
  return { fonts, styles };
}

function sheetStyles(records: Iterable<BinaryRecord>, { texts, fonts, styles }: Book): SheetTextStyles {
  const built = new TextStylesBuilder((font) => fonts[font] ?? {});
  let row = 0;
  for (const { type, data } of records) {
    if (type === types.row) row = uint32(data, 0) + 1;
    if (!isCell(type)) continue;
    const style = uint32(data, 4) & 0xff_ffff;
    const text =
      type === types.sharedTextCell
        ? texts[uint32(data, 8)]
        : type === types.formattedTextCell
          ? styledText(data, 8)
          : undefined;
    built.add(textStyleKey(row, uint32(data, 0)), fonts[styles[style] ?? 0] ?? {}, text);
  }
  return built;
}
