/** Reads the rows of a sheet: maps cells to the fields of the record type, and reports cells that cannot be read. */

import { rankOf, scopeOf } from "../access/levels.ts";
import { inImportScope, type OfficeUser } from "../access/scope.ts";
import type { AnyRecord, Field } from "../records/vocabulary/types.ts";
import { parseField } from "../validate/parse-field.ts";
import { isBlankWord, isMark } from "../validate/placeholders.ts";
import { fieldsOf } from "../validate/validate.ts";
import { identityField, keyFields, keysOf, type RowKeys } from "./keys.ts";
import { type ListBook, listedFields } from "./list-book.ts";
import { readPeriods } from "./periods.ts";
import { type PlaceBook, placeFields } from "./places.ts";
import {
  cellAddress,
  cellText,
  cellValue,
  isCellProblem,
  noteOf,
  type PlainCell,
  type SheetRow,
  writtenIn,
} from "./reading/cells.ts";
import type { Layout } from "./reading/headings.ts";
import { sharedValuesFor } from "./shared-values.ts";

/** A problem or note about one cell or about the whole row. */
export interface CellIssue {
  field: string;
  /** Cell address such as AB17; empty if the file has no column for the field. */
  cell: string;
  value: string;
  reason: string;
  /** True if a cell of a number field contains text. The user can choose to import such text as 0 (spec section 5). */
  isText?: true;
}

export interface FileRow {
  /** Row number as the spreadsheet shows it. */
  row: number;
  source: SheetRow;
  /**
   * Unparsed values by field, with official names of places, and with dropdown values in the spelling of their list.
   */
  input: Readonly<Record<string, unknown>>;
  /**
   * Values in `input` that fill blank cells of this row and are the same for all rows. They are entered by the user, or
   * are the user's region and province.
   */
  shared: Readonly<Record<string, unknown>>;
  /** Parsed values of the key, title and place fields. */
  match: Readonly<Record<string, unknown>>;
  keys: RowKeys;
  /**
   * Keys by which stored rows are looked up, in order. Keys with the file's original texts come before keys with
   * repaired texts.
   */
  lookups: readonly RowKeys[];
  /** Original texts of repaired or refused cells, by field. Contains only texts that are valid for the field. */
  written: Readonly<Record<string, string>>;
  /** Original values of those fields in `match` that the import has repaired. */
  writtenMatch: Readonly<Record<string, unknown>>;
  inScope: boolean;
  /** Errors in the row: cells without a usable value, and unknown places. */
  issues: readonly CellIssue[];
  notes: readonly CellIssue[];
}

export interface RowReader {
  record: AnyRecord;
  layout: Layout;
  user: OfficeUser;
  places?: PlaceBook | undefined;
  lists?: ListBook | undefined;
  /** Values the user entered for all rows. */
  shared?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns an issue about a field, with the address and text of its cell. */
export function issueAt(layout: Layout, row: SheetRow, field: string, reason: string): CellIssue {
  const column = layout.columns.indexOf(field);
  return {
    field,
    cell: column < 0 ? "" : cellAddress(column, row.row),
    value: column < 0 ? "" : cellText(row.cells[column]),
    reason,
  };
}

export function readRow(reader: RowReader, row: SheetRow): FileRow {
  const { record, layout } = reader;
  const fields = fieldsOf(record);
  const input: Record<string, unknown> = { ...record.fixed };
  const issues: CellIssue[] = [];
  const notes: CellIssue[] = [];
  const written: Record<string, string> = {};
  for (const [column, name] of layout.columns.entries()) {
    const field = name === null ? undefined : fields.get(name);
    if (!field) continue;
    const cell = row.cells[column] ?? null;
    const text = writtenIn(cell);
    if (text !== undefined && parseField(field, text).ok) written[field.name] = text;
    if (isCellProblem(cell)) {
      issues.push(issueAt(layout, row, field.name, cell.problem));
      continue;
    }
    const value = plainValue(field, cellValue(cell));
    const id = isIdField(record, field) ? /^(\d+)\.0+$/.exec(String(value ?? "").trim())?.[1] : undefined;
    input[field.name] = id ?? value;
    const note = noteOf(cell) ?? (id === undefined ? undefined : `${value} is read as ${id}`);
    if (note) notes.push(issueAt(layout, row, field.name, note));
  }
  readPeriods(record, {
    input,
    refuse: (field, reason) => issues.push(issueAt(layout, row, field, reason)),
    note: (field, reason) => notes.push(issueAt(layout, row, field, reason)),
  });
  const office = officeOfAll(reader);
  const shared = sharedValuesFor({ ...office, ...reader.shared }, input);
  Object.assign(input, shared);
  for (const [field, value] of Object.entries(office))
    notes.push(issueAt(layout, row, field, `not in the file, so ${value} is taken from your office`));
  if (record.scoped && reader.places) readPlace(reader.places, row, layout, input, issues, notes);
  if (reader.lists) readLists(reader, reader.lists, row, { input, written, issues, notes });
  const match = matchValues(record, fields, input);
  const writtenValues = Object.entries(matchValues(record, fields, written));
  const writtenMatch = Object.fromEntries(writtenValues.filter(([, value]) => value !== null));
  return {
    row: row.row,
    source: row,
    input,
    shared,
    match,
    ...keysAndLookups(record, match, writtenMatch),
    written,
    writtenMatch,
    inScope: inScope(reader, match, new Set(issues.map(({ field }) => field))),
    issues,
    notes,
  };
}

/** Returns the keys of a row, and the keys for the lookup of stored rows. */
export function keysAndLookups(
  record: AnyRecord,
  match: FileRow["match"],
  writtenMatch: FileRow["writtenMatch"],
): Pick<FileRow, "keys" | "lookups"> {
  const keys = keysOf(record, match);
  const isRepaired = Object.keys(writtenMatch).length > 0;
  return { keys, lookups: isRepaired ? [keysOf(record, { ...match, ...writtenMatch }), keys] : [keys] };
}

const officeFields = ["region_name", "province_name"] as const;

/** True if the file has a region or province column, or the user entered a region or province for all rows. */
const namesOffices = ({ layout, shared = {} }: RowReader): boolean =>
  officeFields.some((name) => layout.columns.includes(name) || Boolean(shared[name]));

/**
 * Returns the region and province to which the user's level is limited, which the import uses for every row. Empty if a
 * column or the user gives a region or province, or if the records belong to no office.
 */
function officeOfAll(reader: RowReader): Readonly<Record<string, string>> {
  const { record, user } = reader;
  if (!record.scoped || namesOffices(reader)) return {};
  return Object.fromEntries(
    (scopeOf(user.level) ?? []).flatMap((name) => (user[name] ? [[name, user[name]]] : [])),
  );
}

/**
 * True if the row belongs to the user's office, by the region and province in the row. A row with an unknown place
 * counts as the user's and gets an error.
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

/**
 * True if the field contains IDs, from which the import removes ".0". Programs that treat IDs as decimals append it.
 */
const isIdField = (record: AnyRecord, { name, kind, options }: Field): boolean =>
  kind === "text" && (name === identityField(record) || options?.from === "record");

/** Converts a boolean to the text TRUE or FALSE, except in yes/no fields. */
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

interface Read {
  input: Record<string, unknown>;
  written: Record<string, string>;
  issues: CellIssue[];
  notes: CellIssue[];
}

/**
 * Converts dropdown values to the spelling of their list. A placeholder is read as blank, and a mark such as "/" is an
 * error, because every other text that is saved becomes a choice in filters and forms.
 */
function readLists({ record, layout }: RowReader, lists: ListBook, row: SheetRow, read: Read): void {
  const { input, written, issues, notes } = read;
  for (const field of listedFields(record)) {
    const { name } = field;
    const listed = lists.read(field, input[name]);
    const text = String(input[name] ?? "").trim();
    const at = (reason: string) => issueAt(layout, row, name, reason);
    if (listed) input[name] = listed;
    else if (isBlankWord(text)) {
      written[name] ??= text;
      if (isMark(text)) issues.push(at(`"${text}" is not in the list`));
      else {
        input[name] = null;
        notes.push(at(`"${text}" means no value; left blank`));
      }
    } else if (listed === null) notes.push(at(`"${text}" is not in the list; saved as written`));
  }
}

function matchValues(
  record: AnyRecord,
  fields: ReadonlyMap<string, Field>,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = new Set(keyFields(record));
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
