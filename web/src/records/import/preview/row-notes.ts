/** Notes on the rows of the preview, as sentences with cell, field, value and reason. */
import type { ClassifiedRow } from "#shared/import/classify/classified-row.ts";
import type { LikelyRow } from "#shared/import/classify/likely.ts";
import { identityField } from "#shared/import/keys.ts";
import { fieldLabel } from "#shared/import/reading/columns.ts";
import type { CellIssue } from "#shared/import/rows.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { formatDate } from "#shared/rules/dates.ts";
import { formatNumber } from "#shared/rules/numbers.ts";
import { enumerate } from "#shared/rules/text.ts";
import { screenAddress } from "../../common/record-screens.ts";

export interface RowNote {
  kind: "issue" | "note" | "change";
  /** Address of the cell, such as "B7". Empty if the note is not about a cell. */
  cell: string;
  /** Name of the field, with its group if two fields have the same label. Empty for a note about the whole row. */
  field: string;
  text: string;
  /** Link to the stored row that the note is about. */
  href?: string;
}

/** @param without Notes that are left out, because they are shown elsewhere. */
export function rowNotes(record: AnyRecord, row: ClassifiedRow, without: readonly RowNote[] = []): RowNote[] {
  const notes: RowNote[] = row.issues.map((issue) => cellNote(record, "issue", issue));
  if (row.repeats !== null) notes.push(plain(`Repeats row ${row.repeats} of the file.`));
  for (const likely of row.likely) notes.push(likelyNote(record, likely));
  if (row.class === "changed" || row.options.some(({ key }) => key === "update")) {
    for (const { field, from, to } of row.changes) {
      const text = `${shown(record, field, from)} → ${shown(record, field, to)}`;
      notes.push({ kind: "change", cell: "", field: fieldName(record, field), text });
    }
  }
  const isShown = ({ cell, field, text }: RowNote) =>
    !without.some((note) => note.cell === cell && note.field === field && note.text === text);
  notes.push(...row.notes.map((note) => cellNote(record, "note", note)).filter(isShown));
  for (const { message } of row.unusualValues) notes.push(plain(`${message}.`));
  for (const name of row.similarNames) notes.push(plain(`Possibly the same as: ${name}`));
  return notes;
}

/**
 * Returns the notes that are the same for all rows, such as the note about a missing column "Office". The
 * preview shows these notes once, above the rows.
 */
export function notesOfFile(record: AnyRecord, rows: readonly ClassifiedRow[]): RowNote[] {
  const found = rows.flatMap(({ notes }) => notes.filter(({ cell }) => cell === ""));
  return [...new Set(found.map(({ field }) => field))].flatMap((field) => {
    const [first, ...others] = found.filter((note) => note.field === field);
    const isSame = others.length > 0 && others.every(({ reason }) => reason === first?.reason);
    return first && isSame ? [cellNote(record, "note", first)] : [];
  });
}

function likelyNote(record: AnyRecord, { id, row, title, agreed }: LikelyRow): RowNote {
  const same = enumerate(agreed.map((name) => fieldName(record, name).toLowerCase()));
  const other = row === undefined ? `The stored record ${title}` : `Row ${row}, ${title},`;
  const note = plain(`${other} has the same ${same}.`);
  return id === undefined ? note : { ...note, href: screenAddress(record.route, { edit: id }) };
}

/** Returns one text per note. */
export const noteTexts = (notes: readonly RowNote[]): string[] =>
  notes.map(({ cell, field, text }) => [cell, field ? `${field}:` : "", text].filter(Boolean).join(" "));

/** Returns the label of a field; an empty string for notes about the whole row. */
const fieldName = (record: AnyRecord, name: string): string => (name ? fieldLabel(record, name) : "");

const plain = (text: string): RowNote => ({ kind: "note", cell: "", field: "", text });

const cellNote = (record: AnyRecord, kind: "issue" | "note", issue: CellIssue): RowNote => ({
  kind,
  cell: issue.cell,
  field: fieldName(record, issue.field),
  text: issue.reason,
});

const shown = (record: AnyRecord, name: string, value: unknown): string =>
  shownValue(record, name, value) || "(empty)";

/** Formats a value as in lists; an empty text if there is no value. */
export function shownValue(record: AnyRecord, name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  const field = record.fields.find((candidate) => candidate.name === name);
  if (field?.kind === "date") return formatDate(String(value)) || String(value);
  if (typeof value === "number" && field?.kind !== "year") return formatNumber(value);
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** Returns the label of the identifying field, such as "ARBO ID". Null if the record type has no identifying field. */
export function identityLabel(record: AnyRecord): string | null {
  const name = identityField(record);
  return record.fields.find((field) => field.name === name)?.label ?? null;
}
