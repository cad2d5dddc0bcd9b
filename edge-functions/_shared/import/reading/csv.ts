/**
 * Reads comma-separated text (RFC 4180): quotes, doubled quotes, line ends of any kind; semicolons, tabs and bars tolerated.
 *
 * Papa Parse was tried in its place: it takes one kind of line end in a file, so that rows of pasted-together files run
 * into one another, keeps a quote behind a space as text, and reads "1,5;2" under "a;b" by its comma.
 */
import type { SheetRow } from "./cells.ts";

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

/**
 * Rows of a CSV text, numbered as a spreadsheet would number them (a quoted line end does not start a row). Blank cells
 * are null; everything else stays text. An unclosed quote takes the rest of the text, as spreadsheets do.
 */
export function parseCsv(source: string): SheetRow[] {
  const marked = source.startsWith("\ufeff") ? source.slice(1) : source;
  // Excel is told the separator by a first line of its own.
  const marker = /^"?sep=([,;\t|])"?(?:\r\n?|\n)/i.exec(marked);
  const text = marker ? marked.slice(marker[0].length) : marked;
  const separator = marker?.[1] ?? separatorOf(text);
  const first = marker ? 2 : 1;
  const rows: SheetRow[] = [];
  let cells: (string | null)[] = [];
  let cell = "";
  let quoted = false;
  let position = 0;
  const endCell = () => {
    cells.push(cell === "" ? null : cell);
    cell = "";
  };
  const endRow = () => {
    endCell();
    rows.push({ row: rows.length + first, cells });
    cells = [];
  };
  for (; position < text.length; position++) {
    const character = text.charAt(position);
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(position + 1) === '"') {
        cell += '"';
        position++;
      } else quoted = false;
    } else if (character === '"' && cell.trim() === "") {
      cell = "";
      quoted = true;
    } else if (character === separator) endCell();
    else if (character === "\n" || character === "\r") {
      if (character === "\r" && text.charAt(position + 1) === "\n") position++;
      endRow();
    } else cell += character;
  }
  if (cell !== "" || cells.length > 0) endRow();
  return rows;
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
