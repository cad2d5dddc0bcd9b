/**
 * Reads a block of cells as spreadsheets put it on the clipboard: a line a row, tabs between cells. A cell that holds a
 * line end or a tab stands in quotes, its own quotes doubled; quotes elsewhere are part of the text.
 */
import type { SheetRow } from "./cells.ts";

/**
 * The rows of the block, numbered from 1 as they were copied. Blank cells are null, everything else is text. Blank lines
 * at the end, which spreadsheets add, are left out; blank rows in between count, so that the numbers are those of the copy.
 */
export function parseBlock(source: string): SheetRow[] {
  const text = source.startsWith("\ufeff") ? source.slice(1) : source;
  const rows: SheetRow[] = [];
  let cells: (string | null)[] = [];
  let position = 0;
  while (position < text.length) {
    const cell = quotedCell(text, position) ?? plainCell(text, position);
    cells.push(cell.text === "" ? null : cell.text);
    position = cell.end;
    if (text.charAt(position) === "\t") {
      position++;
      // A tab at the very end: the last cell is blank.
      if (position === text.length) cells.push(null);
      else continue;
    }
    rows.push({ row: rows.length + 1, cells });
    cells = [];
    position += text.startsWith("\r\n", position) ? 2 : 1;
  }
  while (rows.at(-1)?.cells.every((cell) => cell === null)) rows.pop();
  return rows;
}

interface Cell {
  text: string;
  /** Position behind the cell: of a tab, a line end, or the end of the text. */
  end: number;
}

function plainCell(text: string, start: number): Cell {
  let end = start;
  while (end < text.length && !isEnd(text.charAt(end))) end++;
  return { text: text.slice(start, end), end };
}

/** A cell in quotes; null where the quote is a plain one, because nothing closes it before a tab or a line end. */
function quotedCell(text: string, start: number): Cell | null {
  if (text.charAt(start) !== '"') return null;
  let content = "";
  for (let position = start + 1; position < text.length; position++) {
    const character = text.charAt(position);
    if (character !== '"') content += character;
    else if (text.charAt(position + 1) === '"') {
      content += '"';
      position++;
    } else {
      const end = position + 1;
      return end === text.length || isEnd(text.charAt(end)) ? { text: content, end } : null;
    }
  }
  return null;
}

const isEnd = (character: string): boolean => character === "\t" || character === "\n" || character === "\r";
