/**
 * Links the rows of a file to their parents (ARBOs), as the database does when it saves the rows. A linked row has the
 * key, the ID and the present name of its parent. Rows are linked before they are matched with stored rows.
 */
import { seesEverything } from "../access/levels.ts";
import type { OfficeUser } from "../access/scope.ts";
import { recordByPath } from "../records/index.ts";
import type { AnyRecord, Parent } from "../records/vocabulary/types.ts";
import { enumerate, foldText } from "../rules/text.ts";
import { distinct, officeFilters } from "./existing.ts";
import { findStored, isFilled, type KeyIndex, keysOf, type RowKeys } from "./keys.ts";
import { Parents } from "./parents.ts";
import type { Layout } from "./reading/headings.ts";
import { type CellIssue, type FileRow, issueAt, keysAndLookups } from "./rows.ts";
import { inChunks, type ListRows, type StoredRow } from "./stored-rows.ts";

/**
 * Collects the parents (ARBOs) that the rows of a file may refer to: all parents of the rows' offices, and the parents
 * of other offices whose key or ID is in the file. A user can't list the parents of a higher office, so their values
 * are copied from stored rows that refer to them.
 * @param list Function that lists stored rows of the parents' record type.
 * @param existing Stored rows that the rows of the file may match.
 */
export async function collectParents(
  record: Pick<AnyRecord, "parent" | "path">,
  rows: readonly FileRow[],
  list: ListRows,
  existing: readonly StoredRow[] = [],
): Promise<Parents | undefined> {
  const { parent, path } = record;
  if (!parent) return undefined;
  const names = [parent.key, parent.identifier, parent.title];
  const wanted = rows.flatMap(({ inScope, match }) =>
    inScope && names.some((name) => isFilled(match[name])) ? [match] : [],
  );
  if (wanted.length === 0) return undefined;
  const found = new Map<unknown, StoredRow>();
  const fetch = async (filter: Record<string, unknown>) => {
    for (const row of await list(filter)) found.set(row.id, row);
  };
  for (const filter of officeFilters(wanted)) await fetch(filter);
  if (path !== parent.path) {
    const known = new Parents(parent, found.values());
    const missing = wanted.filter((row) => known.find(row) === null);
    const byKey = missing.filter((row) => isFilled(row[parent.key]));
    for (const id of inChunks(distinct(byKey.map((row) => row[parent.key])), 200)) await fetch({ id });
    const byId = missing.filter((row) => !isFilled(row[parent.key]));
    for (const ids of inChunks(distinct(byId.map((row) => row[parent.identifier])), 200))
      await fetch({ [parent.identifier]: ids });
    for (const row of existing) {
      const id = row[parent.key];
      if (!isFilled(id) || found.has(id)) continue;
      found.set(id, { id, [parent.identifier]: row[parent.identifier], [parent.title]: row[parent.title] });
    }
  }
  return new Parents(parent, found.values());
}

interface Linking {
  record: AnyRecord;
  layout: Layout;
  user: OfficeUser;
  parents: Parents | undefined;
  /** Stored rows that the rows of the file may match. */
  stored: KeyIndex<StoredRow>;
}

/** Returns the row with the key, ID and name of its parent, and with issues and notes about the parent. */
export function linkRow({ record, layout, user, parents, stored }: Linking, given: FileRow): FileRow {
  const { parent } = record;
  if (!parent || !parents || !given.inScope) return given;
  const at = (field: string, reason: string) => issueAt(layout, given.source, field, reason);
  if (record.path === parent.path) {
    const renamed = parents.findByFormerName(given.match);
    if (!renamed || !mayBe(renamed, given.match, parent)) return given;
    const present = String(renamed[parent.title]);
    // Do not tie this note to a field, because a note about a field is hidden if the stored row already has the
    // imported value. This note is always shown, because the user may want to restore the organization's old name.
    const note = { ...at(parent.title, `${given.match[parent.title]} is now called ${present}`), field: "" };
    return { ...withValues(record, given, { [parent.title]: present }), notes: [...given.notes, note] };
  }
  const edited = asEdited(record, parent, parents, stored, given);
  const { named } = edited;
  const row = edited.lookup ? { ...given, lookups: [...given.lookups, edited.lookup] } : given;
  const { found, issue: unclear, note: reading } = findParent(parent, parents, stored, row, named);
  if (unclear) return { ...row, issues: [...row.issues, at(...unclear)] };
  if (!found && !isFilled(named[parent.key]) && isFilled(named[parent.identifier])) {
    const { one, many } = nounOf(parent.path);
    const hint = sameIdHint(parent, parents, named);
    // An unknown ID is an error only for users who see all offices. For other users, the ID may belong to a parent of a
    // higher office, which they can refer to but can't list.
    if (!seesEverything(user.level)) {
      const note = at(parent.identifier, `the list of ${many} shows you no ${one} with this ID${hint}`);
      return { ...row, notes: [...row.notes, note] };
    }
    const unknown = at(parent.identifier, `the list of ${many} has no ${one} with this ID${hint}`);
    return { ...row, issues: [...row.issues, unknown] };
  }
  const issue = found && issueOf(record, parent, named, found, officesOf(stored, row));
  if (issue) return { ...row, issues: [...row.issues, at(...issue)] };
  const reason = noteOf(parent, parents, named, found);
  const notes: CellIssue[] = [
    ...row.notes,
    ...(reading ? [at(parent.identifier, reading)] : []),
    ...(reason ? [at(parent.title, reason)] : []),
  ];
  if (!found) return { ...row, notes };
  const values = {
    [parent.key]: Number(found.id),
    [parent.identifier]: found[parent.identifier],
    [parent.title]: found[parent.title],
  };
  // The database finds a parent by its ID, or by a name that no other parent of the office has.
  const isResolved =
    isFilled(named[parent.key]) || isFilled(named[parent.identifier]) || parents.find(named) !== null;
  const input = isResolved ? row.input : { ...row.input, [parent.key]: null };
  return { ...withValues(record, { ...row, input }, values), notes };
}

interface FoundParent {
  found: StoredRow | null;
  /** Field and reason why the parent is unclear. */
  issue?: [field: string, reason: string];
  /** Note that the ID of the row is written differently. */
  note?: string;
}

/**
 * Finds the parent that a row names. If no parent has the ID of the row, takes the only one whose ID is the same
 * without case, blanks and punctuation. If several parents have the name of the row, its town and barangay decide. A
 * row that is already stored keeps its parent.
 */
function findParent(
  { path, key, identifier, title }: Parent,
  parents: Parents,
  stored: KeyIndex<StoredRow>,
  row: FileRow,
  named: StoredRow,
): FoundParent {
  const found = parents.find(named);
  if (found || isFilled(named[key])) return { found };
  if (isFilled(named[identifier])) {
    const [only, ...others] = parents.withFoldedId(named);
    if (!only) return { found };
    if (others.length === 0)
      return { found: only, note: `"${named[identifier]}" is read as ${only[identifier]}` };
    const ids = [only, ...others].map((one) => one[identifier]).join(" or ");
    return { found, issue: [identifier, `"${named[identifier]}" may mean ${ids}`] };
  }
  const namesakes = parents.namesakes(named);
  const known = findStored(stored, row)?.rows ?? [];
  if (namesakes.length < 2 || known.some((one) => isFilled(one[key]))) return { found };
  const [nearest, another] = ["muncity_name", "barangay_name"].reduce((among, name) => {
    const place = foldText(row.input[name]);
    return among.length < 2 || place === "" ? among : among.filter((one) => foldText(one[name]) === place);
  }, namesakes);
  if ((nearest && !another) || known.length > 0) return { found: nearest && !another ? nearest : null };
  const { many } = nounOf(path);
  const described = namesakes.map((one) => {
    const place = [one.barangay_name, one.muncity_name].filter(Boolean).join(", ");
    return `${one[identifier] ?? "one without an ID"} (${place || "no town"})`;
  });
  return {
    found,
    issue: [title, `${namesakes.length} ${many} have this name: ${enumerate(described)}; write the ID`],
  };
}

/**
 * Returns `named`, the values that identify the row's parent, and `lookup`, the keys that find the stored row. If a
 * file was exported and then edited, the key and the ID in a row can belong to different parents. Then only the value
 * that differs from the stored row is used, because the user edited it.
 */
function asEdited(
  record: AnyRecord,
  { key, identifier }: Parent,
  parents: Parents,
  stored: KeyIndex<StoredRow>,
  { match, keys }: FileRow,
): { named: StoredRow; lookup?: RowKeys } {
  const asGiven = { named: match };
  if (!isFilled(match[key]) || !isFilled(match[identifier])) return asGiven;
  const ofKey = parents.find(match);
  if (!ofKey || foldText(ofKey[identifier]) === foldText(match[identifier])) return asGiven;
  for (const lookup of [keys, keysOf(record, { ...match, [key]: null })]) {
    const [row] = stored.find(lookup)?.rows ?? [];
    if (row && String(row[key]) === String(match[key])) return { named: { ...match, [key]: null }, lookup };
    if (row && foldText(row[identifier]) === foldText(match[identifier]))
      return { named: { ...match, [identifier]: null }, lookup };
  }
  return asGiven;
}

/**
 * Sets the values by which the row is matched. In the row's input, sets only the values for which the file has columns.
 */
function withValues(record: AnyRecord, row: FileRow, values: StoredRow): FileRow {
  const inFile = Object.entries(values).filter(([name]) => name in row.input);
  const match = { ...row.match, ...values };
  const written = Object.entries(row.writtenMatch).filter(([name]) => !(name in values));
  const { keys, lookups } = keysAndLookups(record, match, Object.fromEntries(written));
  return {
    ...row,
    input: { ...row.input, ...Object.fromEntries(inFile) },
    match,
    keys,
    // Keep the earlier lookups to find rows that were stored before their parent was in the masterlist. Such rows have
    // the parent's name from the file.
    lookups: [...lookups, ...row.lookups],
  };
}

/**
 * True if an imported parent row may be the given stored parent, which formerly had the same name. Compares ID and
 * town.
 */
function mayBe(renamed: StoredRow, row: StoredRow, { identifier }: Parent): boolean {
  const [own, known] = [foldText(row[identifier]), foldText(renamed[identifier])];
  const town = foldText(row.muncity_name);
  return (
    (own === "" || known === "" || own === known) && (town === "" || town === foldText(renamed.muncity_name))
  );
}

function sameIdHint({ identifier, title }: Parent, parents: Parents, row: StoredRow): string {
  const names = parents.withSameId(row).map((other) => `${other[identifier]} (${other[title]})`);
  return names.length > 0 ? `; did you mean ${enumerate(names)}?` : "";
}

/**
 * Returns the field and the reason why the database would refuse the parent of the row; null if the database would
 * accept it.
 */
function issueOf(
  { noun }: AnyRecord,
  { path, key, identifier, title }: Parent,
  row: StoredRow,
  found: StoredRow,
  offices: readonly StoredRow[],
): [field: string, reason: string] | null {
  const { one } = nounOf(path);
  const named = isFilled(row[key]) ? key : identifier;
  if (!isFilled(row[named])) return null;
  if (!offices.some((one) => isReferable(found, one))) {
    const office = [found.province_name, found.region_name].filter(Boolean).join(", ");
    return [
      named,
      `${found[title]} belongs to another office (${office}), so no ${noun.one} of this office can refer to it`,
    ];
  }
  return named === key &&
    isFilled(row[identifier]) &&
    foldText(row[identifier]) !== foldText(found[identifier])
    ? [identifier, `belongs to a different ${one} than the ${one} record`]
    : null;
}

/**
 * Returns the offices that a row of a file may belong to. If the file lacks a region or a province, the stored rows that
 * the row matches have it.
 */
export function officesOf(stored: KeyIndex<StoredRow>, row: FileRow): StoredRow[] {
  const { region_name, province_name } = row.match;
  if (isFilled(region_name) && isFilled(province_name)) return [row.match];
  const found = findStored(stored, row)?.rows ?? [{}];
  return found.map((one: StoredRow) => ({
    region_name: isFilled(region_name) ? region_name : one.region_name,
    province_name: isFilled(province_name) ? province_name : one.province_name,
  }));
}

/** True if the parent belongs to the row's office, the region of this office, or the central office. */
export const isReferable = (parent: StoredRow, row: StoredRow): boolean =>
  ["region_name", "province_name"].every(
    (name) => !isFilled(parent[name]) || foldText(parent[name]) === foldText(row[name]),
  );

/** Returns a note about the parent's name in the row; null if no note is needed. */
function noteOf(
  { path, key, identifier, title }: Parent,
  parents: Parents,
  row: StoredRow,
  found: StoredRow | null,
): string | null {
  const { one, many } = nounOf(path);
  if (!isFilled(row[title])) return null;
  if (found) {
    if (foldText(row[title]) === foldText(found[title])) return null;
    const named = isFilled(row[key]) ? `this ${one} record` : row[identifier];
    return parents.findByFormerName(row)?.id === found.id
      ? `is now called ${found[title]}`
      : `saved as ${found[title]}, the name of ${named} in the list of ${many}`;
  }
  if (isFilled(row[key]) || isFilled(row[identifier])) return null;
  if (parents.namesakes(row).length > 0) return null;
  const similar = parents.similarNames(row);
  const hint = similar.length > 0 ? `. Similar: ${similar.join("; ")}` : "";
  return `no ${one} has this name, so the row will not be linked to the list of ${many}${hint}`;
}

const nounOf = (path: string) => recordByPath(path)?.noun ?? { one: "record", many: "records" };
