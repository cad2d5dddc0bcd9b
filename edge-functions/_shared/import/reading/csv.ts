/**
 * Reads comma-separated text (RFC 4180): quotes, doubled quotes, line ends of any kind; semicolons, tabs and bars tolerated.
 *
 * Papa Parse was tried in its place: it takes one kind of line end in a file, so that rows of pasted-together files run
 * into one another, keeps a quote behind a space as text, and reads "1,5;2" under "a;b" by its comma.
 */
import type { QuoteDoubt, SheetRow } from "./cells.ts";

export type Separator = "," | ";" | "\t" | "|";

const separators: readonly Separator[] = [",", ";", "\t", "|"];

const sampledLines = 50;

/** The separator that most lines have most of, outside quotes; of several alike, the comma first. */
export function separatorOf(text: string): Separator {
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
    if (character === '"') quoted = !quoted;
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
   * Set where a quote may have swallowed rows: nothing closes it, or what it encloses looks like rows of the file. The
   * rows with such quotes read as plain signs, each line as a row.
   */
  doubt?: QuoteDoubt;
  /** Quotes inside of cells stand behind a backslash, as MySQL and many programs write them. */
  backslashes: boolean;
}

/**
 * Rows of a CSV text, numbered as a spreadsheet would number them (a quoted line end does not start a row). Blank cells
 * are null; everything else stays text.
 */
export function readCsv(source: string): CsvReading {
  const marked = source.startsWith("\ufeff") ? source.slice(1) : source;
  // Excel is told the separator by a first line of its own.
  const marker = /^"?sep=([,;\t|])"?(?:\r\n?|\n)/i.exec(marked);
  const text = marker ? marked.slice(marker[0].length) : marked;
  const separator = (marker?.[1] as Separator | undefined) ?? separatorOf(text);
  const first = marker ? 2 : 1;
  const backslashes = usesBackslashes(text, separator);
  const plain = new CsvText(text, separator, first, backslashes).read();
  const [doubtful] = plain.doubtful;
  if (!doubtful) return { rows: plain.rows, backslashes };
  const literal = new Set<number>();
  let otherwise = plain;
  // One literal quote at a time: the next quotes then mean something else.
  for (let round = 0; round < mostDoubts && otherwise.doubtful[0]; round++) {
    literal.add(otherwise.doubtful[0].position);
    otherwise = new CsvText(text, separator, first, backslashes, literal).read();
  }
  const { row, lines, closed } = doubtful;
  return { rows: plain.rows, backslashes, doubt: { row, lines, closed, otherwise: otherwise.rows } };
}

const mostDoubts = 50;

/** The rows alone, where nothing can be asked about them. */
export const parseCsv = (source: string): SheetRow[] => readCsv(source).rows;

/** A quote that is followed by more of its cell closes nothing; behind a backslash it is part of the text. */
const usesBackslashes = (text: string, separator: Separator): boolean =>
  new RegExp(
    `(?:^|[${separator === "|" ? "\\|" : separator}\n\r])"(?:[^"\\\\]|"")*\\\\"(?!\\s*(?:[${separator}\n\r]|$))`,
  ).test(text);

interface QuotedCell {
  /** Of the quote in the text. */
  position: number;
  row: number;
  /** Lines in the cell. */
  lines: number;
  closed: boolean;
}

class CsvText {
  private readonly text: string;
  private readonly separator: Separator;
  private readonly first: number;
  private readonly backslashes: boolean;
  private readonly literal: ReadonlySet<number>;
  private readonly rows: SheetRow[] = [];
  private readonly doubtful: QuotedCell[] = [];
  private cells: (string | null)[] = [];
  private position = 0;

  constructor(
    text: string,
    separator: Separator,
    first: number,
    backslashes: boolean,
    literal: ReadonlySet<number> = new Set(),
  ) {
    this.text = text;
    this.separator = separator;
    this.first = first;
    this.backslashes = backslashes;
    this.literal = literal;
  }

  read(): { rows: SheetRow[]; doubtful: QuotedCell[] } {
    const { text } = this;
    while (this.position < text.length) {
      const cell = this.cell();
      this.cells.push(cell === "" ? null : cell);
      const end = text.charAt(this.position);
      if (end === this.separator) {
        this.position++;
        if (this.position < text.length) continue;
        this.cells.push(null);
      }
      this.position += text.startsWith("\r\n", this.position) ? 2 : 1;
      this.rows.push({ row: this.rows.length + this.first, cells: this.cells, cellCount: this.cells.length });
      this.cells = [];
    }
    return { rows: this.rows, doubtful: this.doubtful };
  }

  private isEnd(position: number): boolean {
    const sign = this.text.charAt(position);
    return sign === this.separator || sign === "\n" || sign === "\r" || sign === "";
  }

  /** A cell; the position is then at its separator or line end. Blanks before a quote are no part of it. */
  private cell(): string {
    const { text } = this;
    let start = this.position;
    while (/[ \t]/.test(text.charAt(start)) && !this.isEnd(start)) start++;
    const formula = text.startsWith('="', start);
    const quote = formula ? start + 1 : start;
    if (text.charAt(quote) === '"' && !this.literal.has(quote)) {
      const content = this.quoted(quote);
      return formula ? `="${content}"` : content;
    }
    const from = this.position;
    while (!this.isEnd(this.position)) this.position++;
    return text.slice(from, this.position);
  }

  /** What is in quotes, and what follows them up to the end of the cell. */
  private quoted(start: number): string {
    const { text } = this;
    let content = "";
    let position = start + 1;
    let closed = false;
    for (; position < text.length; position++) {
      const sign = text.charAt(position);
      if (sign === "\\" && this.backslashes && /["\\]/.test(text.charAt(position + 1))) {
        content += text.charAt(++position);
      } else if (sign !== '"') content += sign;
      else if (text.charAt(position + 1) === '"') {
        content += '"';
        position++;
      } else {
        closed = true;
        position++;
        break;
      }
    }
    const behind = position;
    while (!this.isEnd(position)) position++;
    this.judge(start, content, closed, text.slice(behind, position).trim() === "");
    this.position = position;
    return content + (text.slice(behind, position).trim() === "" ? "" : text.slice(behind, position));
  }

  private judge(position: number, content: string, closed: boolean, clean: boolean): void {
    const lines = content.split(/\r\n?|\n/);
    const width = this.rows.find(({ cells }) => cells.length > 1)?.cells.length ?? 0;
    const looksLikeRow = (line: string) => width > 2 && line.split(this.separator).length >= width;
    const swallows = lines.length > 1 && (!clean || lines.slice(1).some(looksLikeRow));
    if (closed && !swallows) return;
    this.doubtful.push({ position, row: this.rows.length + this.first, lines: lines.length, closed });
  }
}

/** Text of a CSV file: UTF-8, or UTF-16 with a mark; what is neither is read as Windows-1252, as older Excel writes it. */
export function decodeCsv(bytes: Uint8Array): {
  text: string;
  encoding: "utf-8" | "utf-16" | "windows-1252";
} {
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
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
  }
}

/** UTF-16 without a mark: every second byte of plain text is 0. */
function withoutMark(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const start = bytes.subarray(0, 400);
  const zeros = (from: number) => start.filter((byte, index) => index % 2 === from && byte === 0).length;
  const half = start.length / 2;
  if (start.length < 4 || bytes.length % 2 !== 0) return null;
  if (zeros(1) > half * 0.8 && zeros(0) === 0) return "utf-16le";
  return zeros(0) > half * 0.8 && zeros(1) === 0 ? "utf-16be" : null;
}
