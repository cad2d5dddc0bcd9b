/**
 * Checks the references of a file's rows to records other than their parent, such as the trainings of a participant.
 * The database refuses a row with an unknown reference, and then the whole batch is not saved.
 */
import { seesEverything } from "../access/levels.ts";
import type { OfficeUser } from "../access/scope.ts";
import { recordByPath } from "../records/index.ts";
import { keyColumns } from "../records/relations.ts";
import type { AnyRecord, Field } from "../records/vocabulary/types.ts";
import { enumerate, foldText, joinList, splitList } from "../rules/text.ts";
import { distinct } from "./existing.ts";
import type { KeyIndex } from "./keys.ts";
import { isReferable, officesOf } from "./link-rows.ts";
import type { Layout } from "./reading/headings.ts";
import { type CellIssue, type FileRow, issueAt } from "./rows.ts";
import { inChunks, type ListRows, type StoredRow } from "./stored-rows.ts";

interface Reference {
  field: Field;
  /** The record type to which the field refers. */
  to: AnyRecord;
  /** Column of that record type whose value the field contains. */
  key: string;
  /** Column of that record type with the title of a row. */
  label: string;
}

/** Stored rows to which a field refers, as far as the user can see them. */
interface Referred {
  byKey: ReadonlyMap<string, StoredRow>;
  /** Maps a key, normalized, to all keys that differ from it only in case, accents or the kind of dash. */
  byFoldedKey: ReadonlyMap<string, ReadonlySet<string>>;
  /** Maps the title of a row, normalized, to the keys of all rows with this title. */
  byTitle: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Stored rows to which the file refers, by the name of the field that refers to them. */
export type ReferredRows = ReadonlyMap<string, Referred>;

const chunk = 200;
/** Maximum length of a key or title in characters. Longer texts are not looked up. */
const longestText = 250;

/** Returns the fields that contain a key of another record type. Leaves out the parent, which `linkRow` checks. */
function referencesOf({ fields, parent }: AnyRecord): Reference[] {
  return fields.flatMap((field): Reference[] => {
    const { options } = field;
    if (options?.from !== "record" || options.path === parent?.path) return [];
    const to = recordByPath(options.path);
    const { value: key, label } = options;
    return to && keyColumns(to).includes(key) ? [{ field, to, key, label }] : [];
  });
}

/** Fetches the rows to which the rows of a file refer, by key or, in lists, by title. */
export async function collectReferred(
  record: AnyRecord,
  rows: readonly FileRow[],
  listOf: (path: string) => ListRows,
): Promise<ReferredRows> {
  const found = new Map<string, Referred>();
  for (const { field, to, key, label } of referencesOf(record)) {
    const items = rows
      .flatMap((row) => (row.inScope ? itemsOf(field, row.input[field.name]) : []))
      .filter((item) => item.length <= longestText);
    const list = listOf(to.path);
    const fetch = async (name: string, values: readonly unknown[]) =>
      (await Promise.all(inChunks(distinct(values), chunk).map((some) => list({ [name]: some })))).flat();
    const written = items.flatMap((item) => [item, ...partsOf(field, item)]);
    // The filter compares exact texts. The second spelling finds T-2 if the file has "t-2" or a long dash.
    const texts = written.flatMap((text) => [text, foldText(text).toUpperCase()]);
    const byKey = await fetch(key, field.kind === "integer" ? texts.map(Number) : texts);
    const known = new Set(byKey.map((row) => String(row[key])));
    const titles = field.kind === "list" ? items.filter((item) => !known.has(item)) : [];
    found.set(field.name, indexed([...byKey, ...(await fetch(label, titles))], key, label));
  }
  return found;
}

function indexed(rows: readonly StoredRow[], key: string, label: string): Referred {
  const keysBy = (column: string) => {
    const keys = new Map<string, Set<string>>();
    for (const row of rows) {
      const text = foldText(row[column]);
      keys.set(text, (keys.get(text) ?? new Set()).add(String(row[key])));
    }
    return keys;
  };
  const byKey = new Map(rows.map((row) => [String(row[key]), row]));
  return { byKey, byFoldedKey: keysBy(key), byTitle: keysBy(label) };
}

/**
 * Returns the references in a cell. Returns no references for a cell that the validator refuses, such as text in a
 * number field.
 */
const itemsOf = ({ kind }: Field, value: unknown): string[] =>
  (kind === "list" ? splitList(value) : [String(value ?? "").trim()]).filter((item) =>
    kind === "integer" ? /^\d{1,15}$/.test(item) : item !== "",
  );

/** Splits an item such as "T-1/T-2" or "T-1 & T-2" of a list. */
const partsOf = ({ kind }: Field, item: string): string[] => {
  const parts = kind === "list" ? item.split(/[/&]|\s+and\s+/i).map((part) => part.trim()) : [];
  return parts.length > 1 ? parts.filter(Boolean) : [];
};

interface Checking {
  record: AnyRecord;
  layout: Layout;
  user: OfficeUser;
  referred: ReferredRows;
  /** Stored rows that the rows of the file may match. */
  stored: KeyIndex<StoredRow>;
}

/**
 * Returns the row with issues and notes about its references. In a list field, splits joined keys such as "T-1/T-2".
 * Also replaces a title by the key of the row with this title, if there is only one such row. Replaces a key in another
 * case or with another dash by the stored key.
 */
export function checkReferences({ record, layout, user, referred, stored }: Checking, row: FileRow): FileRow {
  if (!row.inScope) return row;
  const input: Record<string, unknown> = { ...row.input };
  const issues: CellIssue[] = [...row.issues];
  const notes: CellIssue[] = [...row.notes];
  for (const { field, to } of referencesOf(record)) {
    const rows = referred.get(field.name);
    if (!rows) continue;
    const at = (reason: string) => issueAt(layout, row.source, field.name, reason);
    const keys = itemsOf(field, row.input[field.name]).flatMap((item) => {
      const found = resolve(item, field, rows);
      if (!found) {
        if (seesEverything(user.level)) issues.push(at(`the list of ${to.noun.many} has no ${item}`));
        else notes.push(at(`the list of ${to.noun.many} shows you no ${item}`));
        return [item];
      }
      if (found.length !== 1 || found[0] !== item) notes.push(at(`"${item}" is read as ${enumerate(found)}`));
      return found;
    });
    const foreign = keys.find((one) => {
      const found = rows.byKey.get(one);
      return found && !officesOf(stored, row).some((office) => isReferable(found, office));
    });
    if (foreign !== undefined) issues.push(at(`${foreign} belongs to another office`));
    if (field.kind !== "integer" && keys.length > 0) input[field.name] = joinList([...new Set(keys)]);
  }
  return { ...row, input, issues, notes };
}

function resolve(item: string, field: Field, rows: Referred): string[] | null {
  const keyOf = (text: string) => (rows.byKey.has(text) ? text : onlyKey(text, rows.byFoldedKey));
  const whole = keyOf(item);
  if (whole !== null) return [whole];
  const parts = partsOf(field, item).map(keyOf);
  if (parts.length > 0 && parts.every((part) => part !== null)) return parts;
  const titled = onlyKey(item, rows.byTitle);
  return titled === null ? null : [titled];
}

function onlyKey(text: string, keys: ReadonlyMap<string, ReadonlySet<string>>): string | null {
  const [only, ...others] = keys.get(foldText(text)) ?? [];
  return only !== undefined && others.length === 0 ? only : null;
}
