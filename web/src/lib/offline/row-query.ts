/**
 * Answers list requests from stored rows, with the same results as the server. Supports plain filters, search, stage,
 * sort order and paging. Returns null for any other request.
 */
import { type AnyRecord, choiceKey, type Field } from "#shared/records/vocabulary/types.ts";
import { labelsOfRecord } from "#shared/records/vocabulary/value-labels.ts";
import { type SearchPart, type SearchTerm, searchTerms } from "#shared/rules/search-terms.ts";
import { tidyText } from "#shared/rules/text.ts";
import { fold, type StoredRow, searchText } from "./row-search-text.ts";

export type Body = Readonly<Record<string, unknown>>;

/** Stored rows with which a request is answered. */
export interface StoredRows {
  record: AnyRecord;
  rows: readonly StoredRow[];
  /**
   * Rows of the parent record type (such as ARBOs), because a search also matches former names of the parent; empty if
   * not stored.
   */
  parents: readonly StoredRow[];
}

type Test = (row: StoredRow) => boolean;

/** Thrown if a request can't be answered from stored rows. */
class NotUnderstood extends Error {}

const orNull = <Result>(work: () => Result): Result | null => {
  try {
    return work();
  } catch (problem) {
    if (problem instanceof NotUnderstood) return null;
    throw problem;
  }
};

/**
 * Returns one page of the matching rows, and the number of all matching rows. Returns all matching rows if the body
 * names no page.
 */
export const answerList = (stored: StoredRows, body: Body): { data: StoredRow[]; total: number } | null =>
  orNull(() => {
    const { page, page_size: size = 20, sort, count: _, ...filters } = body;
    const found = stored.rows.filter(testOf(stored, filters)).sort(orderOf(stored.record, sort));
    if (!isSet(page)) return { data: found, total: found.length };
    const start = (Number(page) - 1) * Number(size);
    return { data: found.slice(start, start + Number(size)), total: found.length };
  });

const mostValues = 200;

/** Returns the sorted distinct values of a field in the matching rows. */
export const answerValues = ({ record, ...others }: StoredRows, body: Body): unknown[] | null =>
  orNull(() => {
    const { field: name, text, ...filters } = body;
    const field = record.fields.find((one) => one.name === name);
    if (!field || field.sensitive || field.kind === "list") throw new NotUnderstood();
    const filled = [field.name, ...choiceKey.filter((key) => record.fields.some((one) => one.name === key))];
    const part = typeof text === "string" ? fold(tidyText(text)) : "";
    const test = testOf({ record, ...others }, filters);
    const values = others.rows
      .filter((row) => filled.every((key) => row[key] !== null) && test(row))
      .map((row) => row[field.name])
      .filter((value) => fold(String(value)).includes(part));
    const direction = isText(field) ? 1 : -1;
    return [...new Set(values)]
      .sort((one, other) => direction * compareValues(one, other, isText(field)))
      .slice(0, mostValues);
  });

const isSet = (value: unknown): boolean => value !== null && value !== undefined && value !== "";

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

function testOf(stored: StoredRows, filters: Body): Test {
  const tests = Object.entries(filters).flatMap(([name, wanted]) =>
    isSet(wanted) && !isEmptyList(wanted) ? [filterTest(stored, name, wanted)] : [],
  );
  return (row) => tests.every((test) => test(row));
}

const isApproved: Test = (row) => row.process_stage === "Approved";

function filterTest(stored: StoredRows, name: string, wanted: unknown): Test {
  const { record } = stored;
  if (name === "q") return searchTest(stored, String(wanted));
  if (name === "tab" && record.approval)
    return wanted === "approved" ? isApproved : (row) => !isApproved(row);
  if (name === "process_stage") return stageTest([wanted].flat());
  if (name === record.parent?.name) {
    const column = record.parent.path === record.path ? "id" : record.parent.key;
    return valueTest(column, undefined, Number(wanted));
  }
  const field = record.fields.find((one) => one.name === name);
  const isPlain = field && !field.sensitive && field.kind !== "date" && !isTown(field);
  // With `listsByStatus`, the endpoint returns rows of another record type for some values of `status`. A filter by
  // `status` then can't be evaluated offline.
  const isOwnStatus = name === "status" && !record.listsByStatus;
  if (name === "id") return valueTest(name, undefined, [wanted].flat().map(Number));
  if (!isOwnStatus && (!isPlain || name === "status")) throw new NotUnderstood();
  return valueTest(name, field, wanted);
}

/**
 * True for a field with towns. A filter by a town also matches the town's other names. Only the server knows these
 * names, so the filter can't be evaluated offline.
 */
const isTown = ({ options }: Field): boolean => options?.from === "place" && options.level === "muncity";

function stageTest(stages: readonly unknown[]): Test {
  const isPending = stages.some((stage) => !isSet(stage) || stage === "Pending");
  if (stages.includes("Approved")) return isPending ? () => true : isApproved;
  return (row) => !isApproved(row);
}

function valueTest(name: string, field: Field | undefined, wanted: unknown): Test {
  const all = [wanted].flat();
  const values = new Set(all.filter(isSet).map((one) => comparable(field, one)));
  const isEmptyWanted = all.some((one) => !isSet(one));
  return (row) => {
    const value = row[name] ?? null;
    return value === null ? isEmptyWanted : [value].flat().some((one) => values.has(one as string));
  };
}

/** Converts a filter value to the form in which rows store the value. */
function comparable(field: Field | undefined, wanted: unknown): string | number {
  if (typeof wanted !== "string" && typeof wanted !== "number") throw new NotUnderstood();
  if (field ? isText(field) : typeof wanted === "string") {
    const text = tidyText(String(wanted));
    return field?.synonyms?.[text] ?? text;
  }
  const number = Number(wanted);
  if (!Number.isFinite(number)) throw new NotUnderstood();
  return number;
}

const notTexts = new Set(["integer", "decimal", "year", "date"]);
const isText = ({ kind }: Field): boolean => !notTexts.has(kind);

function searchTest({ record, parents }: StoredRows, query: string): Test {
  const terms = searchTerms(query.trim(), record.approval, labelsOfRecord(record));
  const matches = matching(terms);
  const { parent } = record;
  if (!parent || parent.path === record.path) return (row) => matches(row, searchText(record, row));
  // Match the terms only against the former names of the parent. The placeholder id and stage match no term.
  const nameOnly = { id: Number.NaN, process_stage: "" };
  const formerly = new Set(
    parents
      .filter((row) => matches(nameOnly, fold([row[parent.former] ?? []].flat().join(", "))))
      .map(({ id }) => id),
  );
  return (row) => matches(row, searchText(record, row)) || formerly.has(Number(row[parent.key]));
}

/** Returns a function that checks if a row matches all terms. */
function matching(terms: readonly SearchTerm[]): (row: StoredRow, text: string) => boolean {
  const read = terms.map((alternatives) => alternatives.map((parts) => parts.map(partTest)));
  return (row, text) =>
    read.every((alternatives) =>
      alternatives.some((parts) => parts.every((isPartOf) => isPartOf(row, text))),
    );
}

/**
 * Returns a function that checks a row against one part of a search term. The part is a LIKE pattern, the id of a row,
 * or null for rows without a stage.
 */
function partTest(part: SearchPart): (row: StoredRow, text: string) => boolean {
  if (part === null) return (row) => (row.process_stage ?? null) === null;
  if (typeof part === "number") return ({ id }) => id === part;
  const pattern = fold(part).replace(/\\(.)|[.*+?^${}()|[\]\\]|%|_/gs, (found, escaped?: string) => {
    if (escaped !== undefined) return escaped.replace(/[.*+?^${}()|[\]\\]/, "\\$&");
    if (found === "%") return ".*";
    return found === "_" ? "." : `\\${found}`;
  });
  const expression = new RegExp(`^${pattern}$`, "su");
  return (_, text) => expression.test(text);
}

type Compare = (one: StoredRow, other: StoredRow) => number;

/**
 * Returns the function that sorts the rows of a list. Empty values are last in both directions. Equal values are sorted
 * by row id.
 */
function orderOf(record: AnyRecord, sort: unknown): Compare {
  const asked = isSet(sort) ? ([sort].flat() as { field: string; dir?: string }[]) : [];
  const sorts = asked.length > 0 ? asked : [record.defaultSort];
  const compares = sorts.map(({ field: name, dir }): Compare => {
    const field = [...record.fields, ...(record.serverFields ?? [])].find((one) => one.name === name);
    if ((!field && name !== "id") || field?.sensitive || field?.kind === "list") throw new NotUnderstood();
    const direction = dir === "desc" ? -1 : 1;
    return (one, other) => {
      const [first, second] = [one[name] ?? null, other[name] ?? null];
      if (first === null || second === null) return Number(first === null) - Number(second === null);
      return direction * compareValues(first, second, field !== undefined && isText(field));
    };
  });
  const last = sorts.at(-1)?.dir === "desc" ? -1 : 1;
  return (one, other) => {
    for (const compare of compares) {
      const order = compare(one, other);
      if (order !== 0) return order;
    }
    return last * (one.id - other.id);
  };
}

/** Compares strings as lists do: in Unicode's root order, with numbers in a string ordered by value. */
const collator = new Intl.Collator("en", { numeric: true });

function compareValues(one: unknown, other: unknown, isNatural: boolean): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  const [first, second] = [String(one), String(other)];
  const natural = isNatural ? collator.compare(first, second) : 0;
  return natural || Number(first > second) - Number(first < second);
}
