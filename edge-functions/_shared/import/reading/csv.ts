/**
 * Reads CSV text (RFC 4180) with quotes, doubled quotes and any kind of line end. The separator can be a comma, a
 * semicolon, a tab or a vertical bar.
 *
 * Papa Parse is not used, for three reasons. It accepts only one kind of line end per file, so it joins rows in files
 * with several kinds. It keeps a quote after a space as text. It splits "1,5;2" at the comma if the heading is "a;b".
 */
import type { QuoteDoubt, SheetRow } from "./cells.ts";

export type Separator = "," | ";" | "\t" | "|";

const separators: readonly Separator[] = [",", ";", "\t", "|"];

const sampledLines = 50;

type Quote = '"' | "'";

/** Matches a first line whose cells are all in single quotes, as some database programs export them. */
const singleQuoted = /^\s*'[^'\r\n]*'(?:[,;\t|]\s*'[^'\r\n]*')+\s*(?:[\r\n]|$)/;

const quoteOf = (text: string): Quote => (singleQuoted.test(text) ? "'" : '"');

/**
 * Returns the separator with the highest median count per line. If all medians are 0, returns the separator with the
 * most occurrences. Separators in quoted text are not counted. Of equally frequent separators, the first one in
 * `separators` is returned.
 */
export function separatorOf(text: string, quote: Quote = quoteOf(text)): Separator {
  const lines: Record<Separator, number>[] = [];
  const none = (): Record<Separator, number> => ({ ",": 0, ";": 0, "\t": 0, "|": 0 });
  let line = none();
  let quoted = false;
  let blank = true;
  for (const character of text) {
    if (lines.length === sampledLines) break;
    if (!quoted && (character === "\n" || character === "\r")) {
      if (!blank) lines.push(line);
      line = none();
      blank = true;
      continue;
    }
    blank = false;
    if (character === quote) quoted = !quoted;
    else if (!quoted && character in line) line[character as Separator]++;
  }
  if (!blank) lines.push(line);
  const typical = (separator: Separator) => {
    const counts = lines.map((counted) => counted[separator]).sort((one, other) => one - other);
    return counts[Math.floor((counts.length - 1) / 2)] ?? 0;
  };
  const all = (separator: Separator) => lines.reduce((sum, counted) => sum + counted[separator], 0);
  return separators.reduce((best, next) =>
    typical(next) > typical(best) ||
    (typical(next) === typical(best) && typical(next) === 0 && all(next) > all(best))
      ? next
      : best,
  );
}

export interface CsvReading {
  rows: SheetRow[];
  /**
   * Set if a quote may have joined several rows into one cell: the quote is never closed, or the quoted text looks like
   * rows. Contains the rows that result if such quotes are read as plain text.
   */
  doubt?: QuoteDoubt;
  /** True if quotes inside cells are escaped by a backslash, as in exports of MySQL. */
  backslashes: boolean;
}

/**
 * Reads the rows of a CSV text, numbered as in a spreadsheet: a line end in quotes does not start a new row. Blank
 * cells are null, all others are text.
 */
export function readCsv(source: string): CsvReading {
  const marked = source.startsWith("\ufeff") ? source.slice(1) : source;
  // Excel reads the separator from a first line such as "sep=;".
  const marker = /^"?sep=([,;\t|])"?(?:\r\n?|\n)/i.exec(marked);
  const text = marker ? marked.slice(marker[0].length) : marked;
  const quote = quoteOf(text);
  const separator = (marker?.[1] as Separator | undefined) ?? separatorOf(text, quote);
  const first = marker ? 2 : 1;
  const backslashes = usesBackslashes(text, separator, quote);
  const style: CsvStyle = { separator, quote, first, backslashes };
  const plain = new CsvText(text, style).read();
  const [doubtful] = plain.doubtful;
  if (!doubtful) return { rows: plain.rows, backslashes };
  const literal = new Set<number>();
  let otherwise = plain;
  // In each round, read the first doubtful quote as plain text and parse the whole text again, because the later quotes
  // then form different pairs.
  for (let round = 0; round < mostDoubts && otherwise.doubtful[0]; round++) {
    literal.add(otherwise.doubtful[0].position);
    otherwise = new CsvText(text, style, literal).read();
  }
  const { row, lines, closed } = doubtful;
  return { rows: plain.rows, backslashes, doubt: { row, lines, closed, literalRows: otherwise.rows } };
}

const mostDoubts = 50;

/** Reads a CSV text and returns only its rows, for callers that cannot ask the user about doubtful quotes. */
export const parseCsv = (source: string): SheetRow[] => readCsv(source).rows;

/**
 * True if the text escapes quotes with a backslash: a quote follows a backslash, and the cell continues after the
 * quote.
 */
const usesBackslashes = (text: string, separator: Separator, quote: Quote): boolean =>
  new RegExp(
    `(?:^|[${separator}\n\r])${quote}(?:[^${quote}\\\\]|${quote}${quote})*\\\\${quote}(?!\\s*(?:[${separator}\n\r]|$))`,
  ).test(text);

/** Separator, quote and escaping of a CSV text. */
interface CsvStyle {
  separator: Separator;
  quote: Quote;
  /** Row number of the first row of the text. */
  first: number;
  backslashes: boolean;
}

interface QuotedCell {
  /** Position of the opening quote in the text. */
  position: number;
  row: number;
  /** Number of lines in the cell. */
  lines: number;
  closed: boolean;
}

class CsvText {
  private readonly text: string;
  private readonly style: CsvStyle;
  private readonly literal: ReadonlySet<number>;
  private readonly rows: SheetRow[] = [];
  private readonly doubtful: QuotedCell[] = [];
  private cells: (string | null)[] = [];
  private position = 0;

  constructor(text: string, style: CsvStyle, literal: ReadonlySet<number> = new Set()) {
    this.text = text;
    this.style = style;
    this.literal = literal;
  }

  read(): { rows: SheetRow[]; doubtful: QuotedCell[] } {
    const { text } = this;
    while (this.position < text.length) {
      const cell = this.cell();
      this.cells.push(cell === "" ? null : cell);
      const end = text.charAt(this.position);
      if (end === this.style.separator) {
        this.position++;
        if (this.position < text.length) continue;
        this.cells.push(null);
      }
      this.position += text.startsWith("\r\n", this.position) ? 2 : 1;
      this.rows.push({
        row: this.rows.length + this.style.first,
        cells: this.cells,
        cellCount: this.cells.length,
      });
      this.cells = [];
    }
    return { rows: this.rows, doubtful: this.doubtful };
  }

  private isEnd(position: number): boolean {
    const sign = this.text.charAt(position);
    return sign === this.style.separator || sign === "\n" || sign === "\r" || sign === "";
  }

  /**
   * Reads one cell and moves the position to the separator or line end after it. Drops blanks before an opening quote.
   */
  private cell(): string {
    const { text } = this;
    let start = this.position;
    while (/[ \t]/.test(text.charAt(start)) && !this.isEnd(start)) start++;
    const formula = text.startsWith('="', start);
    const quote = formula ? start + 1 : start;
    if (text.charAt(quote) === this.style.quote && !this.literal.has(quote)) {
      const content = this.quoted(quote);
      return formula ? `="${content}"` : content;
    }
    const from = this.position;
    while (!this.isEnd(this.position)) this.position++;
    return text.slice(from, this.position);
  }

  /** Reads a quoted text and any text between the closing quote and the end of the cell. */
  private quoted(start: number): string {
    const { text } = this;
    const { quote, backslashes } = this.style;
    let content = "";
    let position = start + 1;
    let closed = false;
    for (; position < text.length; position++) {
      const sign = text.charAt(position);
      if (sign === "\\" && backslashes && `${quote}\\`.includes(text.charAt(position + 1) || " ")) {
        content += text.charAt(++position);
      } else if (sign !== quote) content += sign;
      else if (text.charAt(position + 1) === quote) {
        content += quote;
        position++;
      } else {
        closed = true;
        position++;
        break;
      }
    }
    const behind = position;
    while (!this.isEnd(position)) position++;
    this.checkForSwallowedRows(start, content, closed, text.slice(behind, position).trim() === "");
    this.position = position;
    return content + (text.slice(behind, position).trim() === "" ? "" : text.slice(behind, position));
  }

  private checkForSwallowedRows(position: number, content: string, closed: boolean, clean: boolean): void {
    const lines = content.split(/\r\n?|\n/);
    const width = this.rows.find(({ cells }) => cells.length > 1)?.cells.length ?? 0;
    const looksLikeRow = (line: string) => width > 2 && line.split(this.style.separator).length >= width;
    const swallows = lines.length > 1 && (!clean || lines.slice(1).some(looksLikeRow));
    if (closed && !swallows) return;
    this.doubtful.push({ position, row: this.rows.length + this.style.first, lines: lines.length, closed });
  }
}

export type Encoding = "utf-8" | "utf-16" | "windows-1252" | "macintosh";

/**
 * Decodes a CSV file in UTF-8, or in UTF-16 with or without a byte order mark. Reads any other file as Windows-1252 or
 * Mac OS Roman, which older versions of Excel write.
 */
export function decodeCsv(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    const name = first === 0xff ? "utf-16le" : "utf-16be";
    return { text: new TextDecoder(name).decode(bytes), encoding: "utf-16" };
  }
  const wide = withoutMark(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: "utf-16" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    const encoding = isMacintosh(bytes) ? "macintosh" : "windows-1252";
    return { text: new TextDecoder(encoding).decode(bytes), encoding };
  }
}

const isSmall = (byte = 0): boolean => byte >= 0x61 && byte <= 0x7a;
const isCapital = (byte = 0): boolean => byte >= 0x41 && byte <= 0x5a;

/** Mac OS Roman bytes of characters in Philippine texts: ñ, Ñ, accented vowels, dashes and quotes. */
const macintoshBytes = new Set([
  0x83, 0x84, 0x87, 0x8e, 0x96, 0x97, 0x9c, 0xc9, 0xca, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5,
]);

/**
 * True if the bytes are probably Mac OS Roman, in which the bytes 0x96 and 0x84 are ñ and Ñ. In Windows-1252, they are
 * a dash and a quotation mark. Between letters, such a byte is probably a letter. A byte that is not in
 * `macintoshBytes` rules out Mac OS Roman.
 */
function isMacintosh(bytes: Uint8Array): boolean {
  let letters = false;
  for (const [place, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    if (!macintoshBytes.has(byte)) return false;
    const [before, after] = [bytes[place - 1], bytes[place + 1]];
    letters ||= byte === 0x96 && isSmall(before) && isSmall(after);
    letters ||= byte === 0x84 && isCapital(before) && isCapital(after);
  }
  return letters;
}

/** Detects UTF-16 without a byte order mark: every second byte of plain text is 0. */
function withoutMark(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const start = bytes.subarray(0, 400);
  const zeros = (from: number) => start.filter((byte, index) => index % 2 === from && byte === 0).length;
  const half = start.length / 2;
  if (start.length < 4 || bytes.length % 2 !== 0) return null;
  if (zeros(1) > half * 0.8 && zeros(0) === 0) return "utf-16le";
  return zeros(0) > half * 0.8 && zeros(1) === 0 ? "utf-16be" : null;
}
