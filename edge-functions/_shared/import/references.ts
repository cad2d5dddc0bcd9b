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
import { distinct, officeFilters } from "./existing.ts";
import type { KeyIndex } from "./keys.ts";
import { isReferable, officesOf } from "./link-rows.ts";
import type { Layout } from "./reading/headings.ts";
import { type CellIssue, type FileRow, issueAt } from "./rows.ts";
import { foldId } from "./same-id.ts";
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
  /** Maps a key, normalized, to all keys that differ from it only in case, accents, blanks or punctuation. */
  byFoldedKey: ReadonlyMap<string, ReadonlySet<string>>;
  /** Maps the title of a row, normalized, to the keys of all rows with this title. Empty if the field is not a list. */
  byTitle: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Stored rows to which the file refers, by the name of the field that refers to them. */
export type ReferredRows = ReadonlyMap<string, Referred>;

const chunk = 200;
/** Maximum length of a key or title in characters. Longer texts are not looked up. */
const longestText = 250;
/** Maximum number of commas in a title. */
const mostCommas = 5;

const foldTitle = (title: unknown): string => foldText(splitList(title).join(", "));

/**
 * Returns the fields that contain a key of another record type, and the lists of titles. Leaves out the parent, which
 * `linkRow` checks.
 */
function referencesOf({ fields, parent }: AnyRecord): Reference[] {
  return fields.flatMap((field): Reference[] => {
    const { options } = field;
    if (options?.from !== "record" || options.path === parent?.path) return [];
    const to = recordByPath(options.path);
    const { value: key, label } = options;
    const isTitle = field.kind === "list" && key === label;
    return to && (isTitle || keyColumns(to).includes(key)) ? [{ field, to, key, label }] : [];
  });
}

/**
 * Fetches the rows to which the rows of a file refer, by key or, in lists, by title. If the file has a key or title in
 * another spelling, also fetches all rows of its offices, because a filter compares exact texts.
 */
export async function collectReferred(
  record: AnyRecord,
  rows: readonly FileRow[],
  listOf: (path: string) => ListRows,
): Promise<ReferredRows> {
  const found = new Map<string, Referred>();
  for (const { field, to, key, label } of referencesOf(record)) {
    const cells = rows.flatMap((row) => {
      const items = row.inScope ? itemsOf(field, row.input[field.name]) : [];
      return [{ match: row.match, items: items.filter((item) => item.length <= longestText) }];
    });
    const list = listOf(to.path);
    const fetch = async (name: string, values: readonly unknown[]) =>
      (await Promise.all(inChunks(distinct(values), chunk).map((some) => list({ [name]: some })))).flat();
    const written = cells.flatMap(({ items }) => items.flatMap((item) => [item, ...partsOf(field, item)]));
    // The second spelling finds T-2 if the file has "t-2" or a long dash.
    const texts = written.flatMap((text) => [text, foldText(text).toUpperCase()]);
    const referred = await fetch(key, field.kind === "integer" ? texts.map(Number) : texts);
    const known = new Set(referred.map((row) => String(row[key])));
    const unknown = cells.filter(({ items }) => items.some((item) => !known.has(item)));
    if (field.kind !== "integer") {
      const titles =
        field.kind === "list" ? unknown.flatMap(({ items }) => [...items, items.join(", ")]) : [];
      referred.push(...(await fetch(label, titles)));
      const offices = to.scoped ? officeFilters(unknown.map(({ match }) => match)) : [];
      for (const filter of offices) referred.push(...(await list(filter)));
    }
    found.set(field.name, indexed(referred, key, field.kind === "list" ? label : null));
  }
  return found;
}

function indexed(rows: readonly StoredRow[], key: string, label: string | null): Referred {
  const keysBy = (column: string, fold: (value: unknown) => string) => {
    const keys = new Map<string, Set<string>>();
    for (const row of rows) {
      const text = fold(row[column]);
      keys.set(text, (keys.get(text) ?? new Set()).add(String(row[key])));
    }
    return keys;
  };
  const byKey = new Map(rows.map((row) => [String(row[key]), row]));
  const byTitle = label === null ? new Map<string, Set<string>>() : keysBy(label, foldTitle);
  return { byKey, byFoldedKey: keysBy(key, foldId), byTitle };
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
 * Also replaces a title by the key of the row with this title. Replaces a key in another spelling by the stored key. A
 * text that several rows of the row's office match is an error.
 */
export function checkReferences({ record, layout, user, referred, stored }: Checking, row: FileRow): FileRow {
  if (!row.inScope) return row;
  const input: Record<string, unknown> = { ...row.input };
  const issues: CellIssue[] = [...row.issues];
  const notes: CellIssue[] = [...row.notes];
  const offices = officesOf(stored, row);
  const isOwn = (found: StoredRow) => offices.some((office) => isReferable(found, office));
  for (const { field, to, key, label } of referencesOf(record)) {
    const rows = referred.get(field.name);
    if (!rows) continue;
    const at = (reason: string) => issueAt(layout, row.source, field.name, reason);
    const items = withTitles(
      itemsOf(field, row.input[field.name]),
      foldTitle(row.written[field.name] ?? row.input[field.name]),
      rows,
    );
    if (key === label) {
      const title = items.find((item) => item.includes(","));
      if (title)
        issues.push(at(`"${title}" is one ${to.noun.one}, but commas separate the items of this list`));
      continue;
    }
    const keys = items.flatMap((item) => {
      const { keys: found, among } = resolve(item, field, rows, isOwn);
      if (among.length > 1) issues.push(at(`"${item}" may mean ${among.join(" or ")}; write the ID`));
      else if (found.length === 0) {
        if (seesEverything(user.level)) issues.push(at(`the list of ${to.noun.many} has no ${item}`));
        else notes.push(at(`the list of ${to.noun.many} shows you no ${item}`));
      } else if (found.length !== 1 || found[0] !== item)
        notes.push(at(`"${item}" is read as ${enumerate(found)}`));
      return found.length === 0 ? [item] : found;
    });
    const foreign = keys.find((one) => {
      const found = rows.byKey.get(one);
      return found && !isOwn(found);
    });
    if (foreign !== undefined) issues.push(at(`${foreign} belongs to another office`));
    if (field.kind !== "integer" && keys.length > 0) input[field.name] = joinList([...new Set(keys)]);
  }
  return { ...row, input, issues, notes };
}

/**
 * Joins items that are one title together, such as "Leadership" and "Values" of the title "Leadership, Values".
 * @param written Text of the cell, which may also separate items with semicolons.
 */
function withTitles(items: readonly string[], written: string, { byTitle }: Referred): string[] {
  const joined: string[] = [];
  for (let start = 0; start < items.length; ) {
    const textTo = (end: number) => items.slice(start, end).join(", ");
    let end = Math.min(items.length, start + mostCommas + 1);
    const isTitle = (title: string) => byTitle.has(title) && written.includes(title);
    while (end > start + 1 && !isTitle(foldTitle(textTo(end)))) end--;
    joined.push(textTo(end));
    start = end;
  }
  return joined;
}

/** Returns the keys that a text means. If it may mean several keys, returns them as `among`. */
function resolve(
  item: string,
  field: Field,
  rows: Referred,
  isOwn: (found: StoredRow) => boolean,
): { keys: readonly string[]; among: readonly string[] } {
  const likeKey = (text: string): string[] => {
    if (rows.byKey.has(text)) return [text];
    const alike = [...(rows.byFoldedKey.get(foldId(text)) ?? [])];
    return preferOwn(alike, rows, isOwn);
  };
  const one = (found: readonly string[]) => ({ keys: found.length === 1 ? found : [], among: found });
  const whole = likeKey(item);
  if (whole.length > 0) return one(whole);
  const parts = partsOf(field, item).map(likeKey);
  if (parts.length > 0 && parts.every((part) => part.length === 1)) return { keys: parts.flat(), among: [] };
  return one(preferOwn([...(rows.byTitle.get(foldTitle(item)) ?? [])], rows, isOwn));
}

/** Returns the keys of rows to which the row's office may refer; all keys if there are no such rows. */
function preferOwn(
  keys: readonly string[],
  { byKey }: Referred,
  isOwn: (found: StoredRow) => boolean,
): string[] {
  const own = keys.filter((key) => isOwn(byKey.get(key) ?? {}));
  return own.length > 0 ? own : [...keys];
}
