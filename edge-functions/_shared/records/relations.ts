/**
 * Derives from the registry how rows of two record types are related. The conditions `has` and `has_no` of a filter use
 * these relations.
 */
import { recordByPath } from "./index.ts";
import type { AnyRecord, Field } from "./vocabulary/types.ts";

/** One side of a relation: a column that contains a value or, if `list` is true, a list of values. */
export interface RelationSide {
  column: string;
  list: boolean;
}

/**
 * Relation from one record type to another. Two rows are related if the column `from` of the first row and the column
 * `to` of the second row have the same value.
 */
export interface Relation {
  from: RelationSide;
  to: RelationSide;
  /**
   * Values that the related rows must have besides the matching column. For example, the attachments of a row must also
   * have the name of the row's table.
   */
  fixed: Readonly<Record<string, string>>;
}

const one = (column: string): RelationSide => ({ column, list: false });

/**
 * Returns the relation from one record type to another, or undefined if there is no relation. Uses the first of these
 * cases that applies:
 * - One record type is the parent of the other.
 * - A field of one record type refers to rows of the other.
 * - Rows of `to` are files that belong to rows of `from`.
 * - Both record types have the same parent, such as an ARBO.
 */
export function relationBetween(from: AnyRecord, to: AnyRecord): Relation | undefined {
  const parents =
    from.parent && to.parent && from.parent.path === to.parent.path
      ? { from: one(from.parent.key), to: one(to.parent.key), fixed: {} }
      : undefined;
  if (parents && (isOwnParent(from) || isOwnParent(to))) return parents;
  return linkOf(from, to) ?? reversed(linkOf(to, from)) ?? filesOf(from, to) ?? parents;
}

/** Returns the record types in `all` whose rows can be related to rows of `from`, in the order of `all`. */
export const relatedRecords = (from: AnyRecord, all: readonly AnyRecord[]): AnyRecord[] =>
  all.filter((to) => relationBetween(from, to) !== undefined);

const isOwnParent = ({ path, parent }: AnyRecord): boolean => parent?.path === path;

/** Returns the columns whose value alone identifies a row of the record type. */
export const keyColumns = ({ uniqueKeys = [] }: AnyRecord): string[] => [
  "id",
  ...uniqueKeys.filter((key) => key.length === 1).flat(),
];

/**
 * Returns the key column of `record` to which the given field refers. If the field offers rows of `record` as choices,
 * this is the column whose value the field stores. Otherwise, it is the key column with the same name (except `id`).
 * Returns undefined if the field does not refer to `record`.
 */
function referredKey({ name, options }: Field, record: AnyRecord): string | undefined {
  const keys = keyColumns(record);
  if (options?.from !== "record") return name === "id" ? undefined : keys.find((key) => key === name);
  return recordByPath(options.path)?.path === record.path
    ? keys.find((key) => key === options.value)
    : undefined;
}

/** Returns the relation through a field of `from` that refers to rows of `to`. */
function linkOf(from: AnyRecord, to: AnyRecord): Relation | undefined {
  if (from.path === to.path) return undefined;
  for (const field of from.fields) {
    const key = referredKey(field, to);
    const own = { column: field.name, list: field.kind === "list" };
    if (key !== undefined) return { from: own, to: one(key), fixed: {} };
  }
  return undefined;
}

const reversed = (relation: Relation | undefined): Relation | undefined =>
  relation && { from: relation.to, to: relation.from, fixed: {} };

/**
 * Returns the relation from rows of `from` to their files. Each file stores the table and the id of the row to which it
 * belongs.
 */
function filesOf(from: AnyRecord, to: AnyRecord): Relation | undefined {
  const owner = to.files?.owner;
  if (!owner || !("tableField" in owner)) return undefined;
  return { from: one("id"), to: one(owner.id), fixed: { [owner.tableField]: from.table } };
}
