/**
 * Derives from the registry how rows of two record types are related. The filter conditions `has` and `has_no` use
 * these relations.
 */
import { recordByPath } from "./index.ts";
import type { AnyRecord, Field } from "./vocabulary/types.ts";

/** One side of a relation: a column with one value or, if `list` is true, a list of values. */
export interface RelationSide {
  column: string;
  list: boolean;
}

/**
 * Relation from one record type to another. Two rows are related if the first row's column `from` and the second row's
 * column `to` have the same value.
 */
export interface Relation {
  from: RelationSide;
  to: RelationSide;
  /**
   * Further values that the related rows must have. For example, the attachments of a row must also have the name of
   * the row's table.
   */
  fixed: Readonly<Record<string, string>>;
}

const one = (column: string): RelationSide => ({ column, list: false });

/**
 * Returns the relation from one record type to another; undefined if they are not related. The first of these cases
 * applies:
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

/** Returns those record types in `all` whose rows can be related to rows of `from`. */
export const relatedRecords = (from: AnyRecord, all: readonly AnyRecord[]): AnyRecord[] =>
  all.filter((to) => relationBetween(from, to) !== undefined);

const isOwnParent = ({ path, parent }: AnyRecord): boolean => parent?.path === path;

/** Returns the columns whose value alone identifies a row of the record type. */
export const keyColumns = ({ uniqueKeys = [] }: AnyRecord): string[] => [
  "id",
  ...uniqueKeys.filter((key) => key.length === 1).flat(),
];

/**
 * Returns the key column of `record` whose values the given field contains; undefined if the field does not refer to
 * `record`. For a field that offers rows of `record` as choices, this is the column whose value is stored. For any
 * other field except `id`, this is the key column with the name of the field.
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

/** Returns the relation from rows of `from` to their files. A file stores the table and the id of its row. */
function filesOf(from: AnyRecord, to: AnyRecord): Relation | undefined {
  const owner = to.files?.owner;
  if (!owner || !("tableField" in owner)) return undefined;
  return { from: one("id"), to: one(owner.id), fixed: { [owner.tableField]: from.table } };
}
