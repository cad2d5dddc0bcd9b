/**
 * Finds which column of a file holds which field (spec section 5).
 *
 * A heading row is recognized by field names or labels, whatever their case, spaces, underscores and order of words; the
 * two heading rows of our own export (groups over labels) as well. Without one, columns stand in the order of the registry.
 */
import type { AnyRecord } from "../records/types.ts";
import { foldHeading, foldText } from "../rules/text.ts";
import { cellText, columnLetters, isBlankCell, isCellProblem, type SheetRow } from "./cells.ts";

export interface Layout {
  /** Whether a heading row was found; otherwise the columns are taken in the registry's order. */
  headed: boolean;
  /** Sheet row of the first data row. */
  firstRow: number;
  /** Field of each column of the file, null for one that is ignored. */
  columns: readonly (string | null)[];
  /** Columns that are ignored, with the reason. */
  ignored: readonly { column: string; heading: string; reason: string }[];
  /** Fields that no column of the file holds; stored values of these stay as they are. */
  absent: readonly string[];
}

/** Headings are looked for in this many rows, so that title lines may stand above them. */
const searchedRows = 15;

export function findLayout(record: AnyRecord, rows: readonly SheetRow[]): Layout {
  const meant = meaningOf(record);
  const candidates = rows.slice(0, searchedRows);
  const layoutAt = (index: number): Layout | undefined => {
    const [row, above] = [candidates[index], candidates[index - 1]];
    if (!row) return undefined;
    const columns = matchHeadings(record, meant, row, above?.row === row.row - 1 ? above : undefined);
    return headedLayout(record, meant, row, columns);
  };
  const index = candidates.findIndex((row) => isHeadingRow(record, meant, row));
  const found = layoutAt(index);
  if (!found) return plainLayout(record, rows);
  // A row of groups may look like headings: some groups are called as one of their fields.
  const below = layoutAt(index + 1);
  return below && below.absent.length < found.absent.length ? below : found;
}

/** One cell that is a field's very name, or several that mean fields and are not outnumbered by others. */
function isHeadingRow(record: AnyRecord, meant: Meant, row: SheetRow): boolean {
  const texts = row.cells.filter((cell) => !isBlankCell(cell) && !isCellProblem(cell)).map(cellText);
  const known = texts.filter((text) => isKnown(meant, text)).length;
  const named = texts.some(
    (text) => text.includes("_") && record.fields.some(({ name }) => name === text.trim()),
  );
  return (
    named || known >= 5 || (known * 2 >= texts.length && (known >= 2 || (known === 1 && texts.length === 1)))
  );
}

/** The fields that a heading may mean, the likeliest first. */
interface Meant {
  /** By a field's name or label. */
  written(heading: string): readonly string[];
  /** By the same words in another order, or a part of "Municipality/City". */
  worded(heading: string): readonly string[];
}

const isKnown = (meant: Meant, heading: string): boolean =>
  meant.written(heading).length + meant.worded(heading).length > 0;

function meaningOf(record: AnyRecord): Meant {
  const written = new Map<string, string[]>();
  const worded = new Map<string, string[]>();
  const add = (headings: Map<string, string[]>, heading: string, name: string) => {
    const names = headings.get(heading) ?? [];
    if (!names.includes(name)) names.push(name);
    headings.set(heading, names);
  };
  // Names come first: a heading that is one field's name and another's label means the name.
  for (const { name } of record.fields) add(written, foldHeading(name), name);
  for (const { name, label, group, headings = [] } of record.fields) {
    const groupLabel = record.groups.find(({ key }) => key === group)?.label;
    for (const text of [label, ...headings]) add(written, foldHeading(text), name);
    if (groupLabel) add(written, foldHeading(`${groupLabel} ${label}`), name);
    const parts = label.includes(" ") ? [] : label.split("/");
    for (const text of [label, ...parts, ...headings]) add(worded, wordsOf(text), name);
  }
  return {
    written: (heading) => written.get(foldHeading(heading)) ?? [],
    worded: (heading) => worded.get(wordsOf(heading)) ?? [],
  };
}

const joining = new Set(["of", "the", "and", "or", "for", "in"]);

/** "Name of the ARBO" and "ARBO name" are the same words; a unit in brackets is left out. */
const wordsOf = (heading: string): string =>
  foldText(heading)
    .replace(/\s*\([^)]*\)$/, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !joining.has(word))
    .sort()
    .join(" ");

function matchHeadings(
  record: AnyRecord,
  meant: Meant,
  row: SheetRow,
  above: SheetRow | undefined,
): (string | null)[] {
  const groups = groupOfColumns(record, row, above);
  const headings = row.cells.map((cell) => (isBlankCell(cell) || isCellProblem(cell) ? "" : cellText(cell)));
  const folded = headings.map(foldHeading);
  const taken = new Set<string>();
  const choose = (column: number, meanings: readonly string[]): string | null => {
    const named = meanings.filter((name) => !taken.has(name));
    const inGroup = groups[column] ? named.filter((name) => groupOf(record, name) === groups[column]) : [];
    // Labels repeat between groups ("Male members"): the group above decides, else, where the heading is there several
    // times, the order of the columns, and for a single one the group that adds the least to what it says.
    const [heading = "", key = ""] = [headings[column], folded[column]];
    const alone = folded.indexOf(key) === folded.lastIndexOf(key);
    const choice = inGroup[0] ?? (alone ? plainest(record, heading, named) : named[0]);
    if (choice) taken.add(choice);
    return choice ?? null;
  };
  // No column takes by its words what another one names.
  const columns = headings.map((heading, column) => choose(column, meant.written(heading)));
  return headings.map((heading, column) => columns[column] ?? choose(column, meant.worded(heading)));
}

/** "All members" means those of the group "Members" rather than those of "Baseline members 2014". */
function plainest(record: AnyRecord, heading: string, names: readonly string[]): string | undefined {
  const said = new Set(wordsOf(heading).split(" "));
  const unsaid = (name: string) => {
    const group = record.groups.find(({ key }) => key === groupOf(record, name));
    return wordsOf(group?.label ?? "")
      .split(" ")
      .filter((word) => !said.has(word)).length;
  };
  return [...names].sort((one, other) => unsaid(one) - unsaid(other))[0];
}

const groupOf = (record: AnyRecord, name: string): string | undefined =>
  record.fields.find((field) => field.name === name)?.group;

/** Key of the group that stands above each column; a merged heading's later cells are blank or repeat it. */
function groupOfColumns(record: AnyRecord, row: SheetRow, above: SheetRow | undefined): (string | null)[] {
  const keys = new Map(record.groups.map((group) => [foldHeading(group.label), group.key]));
  let current: string | null = null;
  return row.cells.map((_, column) => {
    const cell = above?.cells[column] ?? null;
    if (!isBlankCell(cell)) current = keys.get(foldHeading(cellText(cell))) ?? null;
    return current;
  });
}

function headedLayout(
  record: AnyRecord,
  meant: Meant,
  row: SheetRow,
  columns: readonly (string | null)[],
): Layout {
  const ignored = row.cells.flatMap((cell, column) => {
    if (columns[column] || isBlankCell(cell)) return [];
    const heading = cellText(cell).trim();
    const reason = isKnown(meant, heading) ? "a column of this name came before" : "no field of this name";
    return [{ column: columnLetters(column), heading, reason }];
  });
  return { headed: true, firstRow: row.row + 1, columns, ignored, absent: absentFields(record, columns) };
}

function plainLayout(record: AnyRecord, rows: readonly SheetRow[]): Layout {
  const width = rows.reduce((widest, row) => Math.max(widest, row.cells.length), 0);
  const columns = Array.from({ length: width }, (_, column) => record.fields[column]?.name ?? null);
  const ignored = columns.flatMap((name, column) =>
    name === null && rows.some((row) => !isBlankCell(row.cells[column]))
      ? [{ column: columnLetters(column), heading: "", reason: "beyond the last field" }]
      : [],
  );
  return {
    headed: false,
    firstRow: rows[0]?.row ?? 1,
    columns,
    ignored,
    absent: absentFields(record, columns),
  };
}

const absentFields = (record: AnyRecord, columns: readonly (string | null)[]): string[] =>
  record.fields.map((field) => field.name).filter((name) => !columns.includes(name));
