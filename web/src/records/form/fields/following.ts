/** What follows from a changed field of the form: totals and the other computed fields, by the one validator of records. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { validateRecord } from "#shared/validate/validate.ts";
import type { Row } from "../../../lib/http/api.ts";
import { emptiedBy, type FormValue, type FormValues } from "./form-values.ts";

/** Fields that fill themselves in from others, each with those that it follows from. */
const rulesOf = (record: AnyRecord): { field: string; from: readonly string[] }[] => [
  ...(record.sums ?? []).map(({ total, parts }) => ({ field: total, from: parts })),
  ...(record.computed ?? []),
];

/** Whether the field fills itself in: it adds up, or follows in another way. */
export function followsBy(record: AnyRecord, name: string): "sum" | "rule" | null {
  if (record.sums?.some(({ total }) => total === name)) return "sum";
  return record.computed?.some(({ field }) => field === name) ? "rule" : null;
}

/** The fields that a change of one reaches, over others too: a price changes sales, sales the profit. */
function reachedFrom(record: AnyRecord, changed: string): string[] {
  const reached = new Set([changed]);
  // Rules stand in an order in which each finds what it needs.
  for (const { field, from } of rulesOf(record)) {
    if (field !== changed && from.some((name) => reached.has(name))) reached.add(field);
  }
  reached.delete(changed);
  return [...reached];
}

/**
 * The values that other fields take when one has changed. What cannot be told any more becomes empty where it had followed
 * from the values before; what somebody typed stays.
 */
function followingFrom(
  record: AnyRecord,
  changed: string,
  before: FormValues,
  after: FormValues,
  stored: Row | null,
): FormValues {
  const names = reachedFrom(record, changed);
  if (names.length === 0) return {};
  const unsaid = Object.fromEntries(names.map((name) => [name, null]));
  const derived = (values: FormValues) =>
    validateRecord(record, { ...values, ...unsaid }, stored ? "update" : "insert", {
      current: stored ?? undefined,
    }).value as FormValues;
  const now = derived(after);
  const then = derived(before);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = now[name] ?? null;
      const mine = after[name] ?? null;
      const lapsed = value === null && mine !== null && mine === then[name];
      return value === null && !lapsed ? [] : [[name, value]];
    }),
  );
}

/** What else an entry in a field changes: what it empties, and what follows from it. */
export function changedWith(
  record: AnyRecord,
  name: string,
  value: FormValue,
  before: FormValues,
  stored: Row | null,
): FormValues {
  const emptied = Object.fromEntries(emptiedBy(record, name).map((lower) => [lower, null]));
  const after = { ...before, ...emptied, [name]: value };
  return { ...emptied, ...followingFrom(record, name, before, after, stored) };
}
