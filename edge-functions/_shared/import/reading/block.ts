/**
 * Parses cells that were copied from a spreadsheet: one line per row, with tabs between the cells. A cell that contains
 * a line end or a tab is in double quotes, and quotes inside it are doubled. Any other quote is part of the text.
 */
import type { SheetRow } from "./cells.ts";

/**
 * Returns the rows of the block, numbered from 1. Blank cells are null, all others are text. Drops blank lines at the
 * end, which spreadsheets add. Counts blank rows between filled rows, so that row numbers match the copied range.
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
      // The text ends with a tab, so the last cell is blank.
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
  /** Position of the tab or line end after the cell, or of the end of the text. */
  end: number;
}

function plainCell(text: string, start: number): Cell {
  let end = start;
  while (end < text.length && !isEnd(text.charAt(end))) end++;
  return { text: text.slice(start, end), end };
}

/**
 * Reads a quoted cell. Returns null if no closing quote ends the cell, because the opening quote is then part of the
 * text.
 */
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

/** Matches an apostrophe before a text that a spreadsheet program would otherwise run as a formula. */
const formulaMark = /^'(?=[=+\-@\t\r])/;

/**
 * Removes the apostrophe that spreadsheet programs add when a text such as "- follow up" is copied. Used by imports and
 * for pasted cells.
 */
export const withoutFormulaMark = (text: string): string => text.replace(formulaMark, "");
