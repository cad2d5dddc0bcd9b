/** Reads comma-separated text (RFC 4180): quotes, doubled quotes, line ends of any kind; semicolons and tabs tolerated. */
import type { SheetRow } from "./cells.ts";

export type Separator = "," | ";" | "\t";

/** The separator that the first line with one uses most, outside quotes. */
export function separatorOf(text: string): Separator {
  const counts: Record<Separator, number> = { ",": 0, ";": 0, "\t": 0 };
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === "," || character === ";" || character === "\t") counts[character]++;
    else if (character === "\n" && counts[","] + counts[";"] + counts["\t"] > 0) break;
  }
  if (counts[";"] > counts[","] && counts[";"] >= counts["\t"]) return ";";
  return counts["\t"] > counts[","] ? "\t" : ",";
}

/**
 * Rows of a CSV text, numbered as a spreadsheet would number them (a quoted line end does not start a row). Blank cells
 * are null; everything else stays text. An unclosed quote takes the rest of the text, as spreadsheets do.
 */
export function parseCsv(source: string): SheetRow[] {
  const text = source.startsWith("\ufeff") ? source.slice(1) : source;
  const separator = separatorOf(text);
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
    rows.push({ row: rows.length + 1, cells });
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
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
  }
}
