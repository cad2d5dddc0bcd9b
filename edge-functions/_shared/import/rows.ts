/** Reads the rows of a sheet into inputs of the record type: which cell is which field, and what cannot be read. */

import { rankOf, scopeOf } from "../access/levels.ts";
import { inImportScope, type OfficeUser } from "../access/scope.ts";
import type { AnyRecord, Field } from "../records/vocabulary/types.ts";
import { parseField } from "../validate/parse-field.ts";
import { fieldsOf } from "../validate/validate.ts";
import { keysOf, type RowKeys } from "./keys.ts";
import { type ListBook, listedFields } from "./list-book.ts";
import type { ParentNames } from "./parent-names.ts";
import { type PlaceBook, placeFields } from "./places.ts";
import {
  cellAddress,
  cellText,
  cellValue,
  isCellProblem,
  noteOf,
  type PlainCell,
  type SheetRow,
} from "./reading/cells.ts";
import type { Layout } from "./reading/headings.ts";
import { takenFrom } from "./shared-values.ts";

/** Something about one cell (or, without a cell, about the row) that its writer should know. */
export interface CellIssue {
  field: string;
  /** Address such as AB17; empty where the file has no such column. */
  cell: string;
  value: string;
  reason: string;
}

export interface FileRow {
  /** Row number as the spreadsheet shows it. */
  row: number;
  source: SheetRow;
  /** Unparsed values of the file's columns, places and listed values in the reference spelling. */
  input: Readonly<Record<string, unknown>>;
  /** Of these, the values that the row shares with all others and has none of its own for. */
  shared: Readonly<Record<string, unknown>>;
  /** Parsed values of the fields by which rows are recognized and placed. */
  match: Readonly<Record<string, unknown>>;
  keys: RowKeys;
  inScope: boolean;
  /** Cells that hold no usable value, and unknown places. */
  issues: readonly CellIssue[];
  notes: readonly CellIssue[];
}

export interface RowReader {
  record: AnyRecord;
  layout: Layout;
  user: OfficeUser;
  places?: PlaceBook | undefined;
  lists?: ListBook | undefined;
  parents?: ParentNames | undefined;
  /** Values for all rows. */
  shared?: Readonly<Record<string, unknown>> | undefined;
}

/** An issue of a field, with its cell's address and what the cell shows. */
export function issueAt(layout: Layout, row: SheetRow, field: string, reason: string): CellIssue {
  const column = layout.columns.indexOf(field);
  return {
    field,
    cell: column < 0 ? "" : cellAddress(column, row.row),
    value: column < 0 ? "" : cellText(row.cells[column]),
    reason,
  };
}

/** Reads one data row. */
export function readRow(reader: RowReader, row: SheetRow): FileRow {
  const { record, layout } = reader;
  const fields = fieldsOf(record);
  const input: Record<string, unknown> = { ...record.fixed };
  const issues: CellIssue[] = [];
  const notes: CellIssue[] = [];
  for (const [column, name] of layout.columns.entries()) {
    const field = name === null ? undefined : fields.get(name);
    if (!field) continue;
    const cell = row.cells[column] ?? null;
    if (isCellProblem(cell)) {
      issues.push(issueAt(layout, row, field.name, cell.problem));
      continue;
    }
    input[field.name] = plainValue(field, cellValue(cell));
    const note = noteOf(cell);
    if (note) notes.push(issueAt(layout, row, field.name, note));
  }
  const office = officeOfAll(reader);
  const shared = takenFrom({ ...office, ...reader.shared }, input);
  Object.assign(input, shared);
  for (const [field, value] of Object.entries(office))
    notes.push(issueAt(layout, row, field, `no such column; ${value} follows from your office`));
  if (record.scoped && reader.places) readPlace(reader.places, row, layout, input, issues, notes);
  if (reader.lists) readLists(reader.lists, record, row, layout, input, notes);
  readParent(reader, row, input, notes);
  const match = matchValues(record, fields, input);
  return {
    row: row.row,
    source: row,
    input,
    shared,
    match,
    keys: keysOf(record, match),
    inScope: inScope(reader, match, new Set(issues.map(({ field }) => field))),
    issues,
    notes,
  };
}

/** A parent that is called by a former name is meant by its present one. */
function readParent(
  { record: { parent }, layout, parents }: RowReader,
  row: SheetRow,
  input: Record<string, unknown>,
  notes: CellIssue[],
): void {
  if (!parent || !parents) return;
  const present = parents.presentName(input, input[parent.title]);
  if (present === null) return;
  input[parent.title] = present;
  notes.push(issueAt(layout, row, parent.title, `is now called ${present}`));
}

const officeFields = ["region_name", "province_name"] as const;

/** Whether the file, or what is said of all of its rows, has a column of an office. */
const namesOffices = ({ layout, shared = {} }: RowReader): boolean =>
  officeFields.some((name) => layout.columns.includes(name) || Boolean(shared[name]));

/** Of a file that names no office, what all of its rows share with the user's: they are the office's own. */
function officeOfAll(reader: RowReader): Readonly<Record<string, string>> {
  const { record, user } = reader;
  if (!record.scoped || namesOffices(reader)) return {};
  return Object.fromEntries(
    (scopeOf(user.level) ?? []).flatMap((name) => (user[name] ? [[name, user[name]]] : [])),
  );
}

/**
 * By the row's own place; where nothing says it, what a row is about decides later. A place that nobody knows is no other
 * office's: the row stays, and is wrong.
 */
function inScope(
  reader: RowReader,
  match: Readonly<Record<string, unknown>>,
  unknown: ReadonlySet<string>,
): boolean {
  const { record, user } = reader;
  if (!record.scoped) return true;
  if (!namesOffices(reader)) return rankOf(user.level) > 0;
  const own = Object.fromEntries(
    officeFields.filter((name) => unknown.has(name)).map((name) => [name, user[name]]),
  );
  return inImportScope(user, { ...match, ...own });
}

/** A spreadsheet's TRUE in a text column is the text that it shows. */
const plainValue = (field: Field, value: PlainCell): unknown =>
  typeof value === "boolean" && field.kind !== "yes_no" ? cellText(value) : value;

function readPlace(
  places: PlaceBook,
  row: SheetRow,
  layout: Layout,
  input: Record<string, unknown>,
  issues: CellIssue[],
  notes: CellIssue[],
): void {
  const reading = places.read(input);
  for (const name of placeFields) {
    const place = reading[name];
    if (place !== undefined && place !== null) input[name] = place;
  }
  for (const { field, reason } of reading.problems) issues.push(issueAt(layout, row, field, reason));
  for (const { field, reason } of reading.notes) notes.push(issueAt(layout, row, field, reason));
}

function readLists(
  lists: ListBook,
  record: AnyRecord,
  row: SheetRow,
  layout: Layout,
  input: Record<string, unknown>,
  notes: CellIssue[],
): void {
  for (const field of listedFields(record)) {
    const listed = lists.read(field, input[field.name]);
    if (listed) input[field.name] = listed;
    else if (listed === null) {
      const reason = `"${String(input[field.name]).trim()}" is not in the list; saved as written`;
      notes.push(issueAt(layout, row, field.name, reason));
    }
  }
}

function matchValues(
  record: AnyRecord,
  fields: ReadonlyMap<string, Field>,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = new Set([...record.keys.flat(), record.title]);
  if (record.scoped) for (const name of ["region_name", "province_name", "muncity_name"]) names.add(name);
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const field = fields.get(name);
    if (!field || !(name in input)) continue;
    const reading = parseField(field, input[name]);
    values[name] = reading.ok ? reading.value : null;
  }
  return values;
}
