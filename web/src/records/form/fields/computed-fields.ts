/**
 * Recomputes totals and other computed fields with the shared record validator. Runs after an edit, and when a draft is
 * restored on a later day.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { validateRecord } from "#shared/validate/validate.ts";
import type { Row } from "../../../lib/http/api.ts";
import { clearedBy, type FormValue, type FormValues } from "./form-values.ts";

/** Returns all computed fields, each with the names of the fields from which it is computed. */
const rulesOf = (record: AnyRecord): { field: string; from: readonly string[] }[] => [
  ...(record.sums ?? []).map(({ total, parts }) => ({ field: total, from: parts })),
  ...(record.computed ?? []),
];

/** Returns how a field is computed: "sum" for a total, "rule" for another computed field, null for an entered field. */
export function computedBy(record: AnyRecord, name: string): "sum" | "rule" | null {
  if (record.sums?.some(({ total }) => total === name)) return "sum";
  return record.computed?.some(({ field }) => field === name) ? "rule" : null;
}

/**
 * Returns the computed fields that depend on the changed field, directly or through other computed fields. For example,
 * the price changes the sales, and the sales change the profit.
 */
function reachedFrom(record: AnyRecord, changed: string): string[] {
  const reached = new Set([changed]);
  // The rules are in order of dependency, so one pass finds all dependent fields.
  for (const { field, from } of rulesOf(record)) {
    if (field !== changed && from.some((name) => reached.has(name))) reached.add(field);
  }
  reached.delete(changed);
  return [...reached];
}

/**
 * Returns the new values of computed fields after one field has changed. Clears a computed value that can't be computed
 * any more. Values that the user typed stay.
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
  const cleared = Object.fromEntries(names.map((name) => [name, null]));
  const derived = (values: FormValues) =>
    validateRecord(record, { ...values, ...cleared }, stored ? "update" : "insert", {
      current: stored ?? undefined,
    }).value as FormValues;
  const current = derived(after);
  const previous = derived(before);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = current[name] ?? null;
      const mine = after[name] ?? null;
      const isOutdated = value === null && mine !== null && mine === previous[name];
      return value === null && !isOutdated ? [] : [[name, value]];
    }),
  );
}

/**
 * Returns the changes of other fields that an edit causes: cleared dependent fields and updated computed fields.
 * Returns no changes if the entered value equals the current value.
 */
export function dependentChanges(
  record: AnyRecord,
  name: string,
  value: FormValue,
  before: FormValues,
  stored: Row | null,
): FormValues {
  if (String(value ?? "") === String(before[name] ?? "")) return {};
  const emptied = Object.fromEntries(clearedBy(record, name).map((lower) => [lower, null]));
  const after = { ...before, ...emptied, [name]: value };
  return { ...emptied, ...followingFrom(record, name, before, after, stored) };
}

/**
 * Returns the values of a row after the user has changed some of them. Computes the fields that depend on the changed
 * ones again, because the changes may have been made in a row with other values. Changed computed fields that don't
 * follow from the other changes stay.
 * @param changes The changed values, including computed fields.
 */
export function withChanges(
  record: AnyRecord,
  before: FormValues,
  changes: FormValues,
  stored: Row | null,
): FormValues {
  const isComputed = (name: string) => computedBy(record, name) !== null;
  const names = Object.keys(changes);
  const done: FormValues = {};
  const derived = new Set<string>();
  let values = before;
  for (const name of [...names.filter((one) => !isComputed(one)), ...names.filter(isComputed)]) {
    if (isComputed(name) && derived.has(name)) continue;
    const value = changes[name] ?? null;
    const also = dependentChanges(record, name, value, values, stored);
    for (const other of Object.keys(also)) derived.add(other);
    done[name] = value;
    values = { ...values, ...also, ...done };
  }
  return values;
}

/** Returns the values of a new row's computed fields, such as the age, at the given time. Leaves out totals. */
function ruleValues(record: AnyRecord, values: Readonly<Record<string, unknown>>, now?: Date): FormValues {
  const rules = record.computed ?? [];
  if (rules.length === 0) return {};
  const cleared = Object.fromEntries(rules.map(({ field }) => [field, null]));
  const { value } = validateRecord(record, { ...values, ...cleared }, "insert", now ? { now } : {});
  return Object.fromEntries(rules.map(({ field }) => [field, (value[field] ?? null) as FormValue]));
}

/**
 * Returns the values of a new row without computed values, such as the age. The server computes these values when the
 * row arrives, which may be days later.
 */
export function withoutComputed(
  record: AnyRecord,
  parsed: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const computed = ruleValues(record, parsed);
  return Object.fromEntries(
    Object.entries(parsed).filter(([name, value]) => value === null || value !== computed[name]),
  );
}

/**
 * Returns the values of a draft or outbox entry. For a new row, updates computed values such as the age to today.
 * Values that the user typed stay.
 * @param at Time when the values were stored, in milliseconds since the epoch.
 */
export function recomputed(record: AnyRecord, isNew: boolean, values: FormValues, at: number): FormValues {
  if (!isNew) return values;
  const before = ruleValues(record, values, new Date(at));
  const present = ruleValues(record, values);
  const outdated = Object.keys(present).filter(
    (name) => before[name] != null && values[name] === before[name],
  );
  return { ...values, ...Object.fromEntries(outdated.map((name) => [name, present[name] ?? null])) };
}
