/** Converts an Explore query and its display options to a saved view, and a saved view to a URL. */
import type { SavedQuestion } from "#shared/contracts/explore.ts";
import type { StoredView } from "#shared/contracts/record-lists.ts";
import { readDimensionName } from "#shared/explore/date-parts.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { fieldsOf } from "../../../records/conditions/filter-fields.ts";
import { type ExploreSearch, readExploreSearch } from "../common/explore-search.ts";
import { bodyOf, type Question } from "../question/question.ts";
import { valueText } from "../question/question-fields.ts";

export const storedQuestion = (
  record: AnyRecord,
  question: Question,
  { as, share }: ExploreSearch,
  pinned = false,
): StoredView => ({
  columns: null,
  explore: {
    ...bodyOf(record, question),
    ...(as ? { shown_as: as } : {}),
    ...(share ? { share } : {}),
    ...(pinned ? { pinned } : {}),
  },
});

/** Returns the URL parameters of a saved query. Leaves out parts that this version of the app doesn't know. */
export const searchOfStored = (id: number, stored: SavedQuestion): ExploreSearch =>
  readExploreSearch({
    record: stored.record,
    rows: stored.rows?.join(","),
    columns: stored.columns?.[0],
    value: valueText(stored.value),
    filter: stored.filter,
    order: stored.order === "value" ? undefined : "name",
    top: stored.top,
    as: stored.shown_as,
    share: stored.share,
    saved: id,
  });

/** True if two saved queries, or the displays of their results, differ. */
export const isDifferent = (one: StoredView, other: StoredView): boolean => sorted(one) !== sorted(other);

/**
 * Converts a value to JSON text for comparisons. Sorts the property names, because the database doesn't keep their
 * order.
 */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  entries.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${sorted(one)}`).join(",")}}`;
}

/** Returns the labels of the query's sensitive fields. A query with sensitive fields can't be shared. */
export function sensitiveParts(record: AnyRecord, { rows, columns, value, filter }: Question): string[] {
  const used = new Set([
    ...[...rows, ...(columns === null ? [] : [columns])].map((name) => readDimensionName(name).field),
    ...(value.field === undefined ? [] : [value.field]),
  ]);
  const ofFilter = fieldsOf(record, filter).flatMap(({ field, label }) => (field?.sensitive ? [label] : []));
  const own = record.fields.filter(({ name, sensitive }) => sensitive && used.has(name));
  return [...new Set([...own.map(({ label }) => label), ...ofFilter])];
}
