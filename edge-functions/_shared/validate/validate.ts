/**
 * Validates records. The forms, the import preview and the API use this validator, so that they agree. It parses each
 * field by its kind, checks required fields, months, date order and totals, and sets computed fields (spec section 5).
 * It returns all errors together.
 */

import { presentPlace } from "../places/present-place.ts";
import type {
  AnyRecord,
  ComputedRule,
  DateOrder,
  Field,
  PastDate,
  RuleValue,
} from "../records/vocabulary/types.ts";
import { formatDate, manilaToday } from "../rules/dates.ts";
import { roundTo } from "../rules/decimals.ts";
import { formatNumber } from "../rules/numbers.ts";
import { monthsOfQuarter } from "../rules/periods.ts";
import { describeWrongTotal, sumOfParts } from "../rules/sums.ts";
import { enumerate } from "../rules/text.ts";
import { missingFacts } from "./facts.ts";
import { type FieldReading, type FieldValue, parseField, type ReadingOptions } from "./parse-field.ts";
import { isPlaceholder, readsPlaceholderAsBlank } from "./placeholders.ts";

export interface FieldProblem {
  field: string;
  /** Complete sentence that contains the label of the field. */
  message: string;
}

export interface Validated {
  /**
   * Parsed values of all fields in the input, with the computed totals. An id, row_version or process_stage stays as in
   * the input.
   */
  value: Record<string, unknown>;
  problems: FieldProblem[];
  /** Notes about values that are saved differently from what was entered, such as 12 for 12.5. */
  notes: FieldProblem[];
}

export interface ValidationContext extends ReadingOptions {
  /** The stored row before an update. Rules about several fields, such as totals, also read its values. */
  current?: Readonly<Record<string, unknown>>;
}

/** Fields that users can't enter, with the error message. */
const notEntered: ReadonlyMap<string, string> = new Map([
  [
    "status",
    "status: set by the database (Updated when an accomplished row is edited); it cannot be entered",
  ],
]);

/** Columns that a request may contain although users can't enter them. */
const accompanying = new Set(["id", "row_version", "process_stage"]);

/** Maximum number of unknown fields that are reported. A request can contain thousands of them. */
const mostUnknown = 10;

/**
 * Validates a record before a write. `insert` requires every required field. `update` validates only the given fields,
 * and does not allow a required field to become empty.
 *
 * Missing totals and other computed fields are set if their values can be computed. A stored value that was computed is
 * cleared if it can't be computed any more. A total that differs from the sum of its parts is an error, and the message
 * contains both numbers.
 */
export function validateRecord(
  record: AnyRecord,
  input: Readonly<Record<string, unknown>>,
  mode: "insert" | "update",
  context: ValidationContext = {},
): Validated {
  const fields = fieldsOf(record);
  const result: Validated = { value: {}, problems: [], notes: [] };
  let unknown = 0;
  for (const [name, sent] of Object.entries(withPresentPlace(record, input, result))) {
    const field = fields.get(name);
    if (field) readField(record, field, sent, context, result);
    else if (accompanying.has(name)) readAccompanying(name, sent, result);
    else if (++unknown <= mostUnknown)
      result.problems.push({ field: name, message: notEntered.get(name) ?? `${name}: unknown field` });
  }
  keepFixed(record, mode, fields, result);
  requireFields(record, mode, result);
  requireFacts(record, mode, context, result);
  const view = new View(fields, result, context.current);
  limitMonths(record, view);
  for (const order of record.dateOrders ?? []) keepOrder(order, view);
  const entered = dayOfEntry(context);
  for (const date of record.pastDates ?? []) keepPast(date, view, entered);
  for (const rule of record.sums ?? []) applySum(rule, view);
  for (const rule of record.computed ?? []) applyComputed(rule, view, entered);
  return result;
}

/**
 * Returns the input of an update that sets the named fields to `values`. Adds computed fields, such as a total, that a
 * user entered although their parts are cleared. `validateRecord` clears such a field if the input lacks it.
 */
export function updateInput(
  record: AnyRecord,
  stored: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> {
  const input = Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  const cleared = Object.entries(validateRecord(record, input, "update", { current: stored }).value).flatMap(
    ([name, value]) => (value === null && !(name in input) ? [name] : []),
  );
  return { ...input, ...Object.fromEntries(cleared.map((name) => [name, values[name] ?? null])) };
}

/** Replaces former place names with present ones, and adds a note. */
function withPresentPlace(
  record: AnyRecord,
  input: Readonly<Record<string, unknown>>,
  result: Validated,
): Readonly<Record<string, unknown>> {
  if (!record.scoped) return input;
  const { changed, notes } = presentPlace(input);
  for (const { field, reason } of notes) {
    result.notes.push({ field, message: `${fieldsOf(record).get(field)?.label ?? field}: ${reason}` });
  }
  return { ...input, ...changed };
}

const fieldMaps = new WeakMap<AnyRecord, Map<string, Field>>();

/** Returns the fields of a record type by name. */
export function fieldsOf(record: AnyRecord): ReadonlyMap<string, Field> {
  const known = fieldMaps.get(record);
  if (known) return known;
  const map = new Map(record.fields.map((field) => [field.name, field]));
  fieldMaps.set(record, map);
  return map;
}

function readField(
  record: AnyRecord,
  field: Field,
  value: unknown,
  context: ValidationContext,
  result: Validated,
): void {
  const reading = readPlaceholder(record, field, value) ?? parseField(field, value, context);
  const stored = context.current?.[field.name];
  if (reading.ok) {
    if (field.reserved?.values.includes(String(reading.value)) && reading.value !== stored) {
      result.problems.push({ field: field.name, message: `${field.label}: ${field.reserved.why}` });
      return;
    }
    result.value[field.name] = reading.value;
    if (reading.note) result.notes.push({ field: field.name, message: `${field.label}: ${reading.note}` });
  } else {
    result.problems.push({ field: field.name, message: `${field.label}: ${reading.reason}` });
  }
}

/** Returns null for a placeholder such as "N/A" or "TBA" in an ID field. */
const readPlaceholder = (record: AnyRecord, field: Field, value: unknown): FieldReading | null =>
  (typeof value === "string" || typeof value === "number") &&
  readsPlaceholderAsBlank(record, field) &&
  isPlaceholder(String(value))
    ? { ok: true, value: null, note: `"${String(value).trim()}" means no value; left blank` }
    : null;

function readAccompanying(name: string, value: unknown, result: Validated): void {
  result.value[name] = value;
  if (name === "process_stage") {
    if (value !== null && value !== undefined && value !== "Pending" && value !== "Approved") {
      result.problems.push({ field: name, message: "process_stage is neither Pending nor Approved" });
    }
  } else if (
    value !== null &&
    value !== undefined &&
    !(Number.isSafeInteger(Number(value)) && Number(value) > 0)
  ) {
    result.problems.push({ field: name, message: `${name} is not a positive whole number` });
  }
}

/**
 * Sets a screen's fixed value, such as the status Target, in a new row. Rejects any other value of that field, because
 * the screen lists only rows with the fixed value.
 */
function keepFixed(
  record: AnyRecord,
  mode: "insert" | "update",
  fields: ReadonlyMap<string, Field>,
  result: Validated,
): void {
  for (const [name, fixed] of Object.entries(record.fixed ?? {})) {
    const entered = result.value[name];
    if (entered === fixed || (entered === undefined && mode === "update")) continue;
    if (entered === undefined || entered === null) result.value[name] = fixed;
    else {
      const label = fields.get(name)?.label ?? name;
      result.problems.push({
        field: name,
        message: `${label}: must be ${fixed} on this screen, not ${entered}`,
      });
    }
  }
}

function requireFields(record: AnyRecord, mode: "insert" | "update", result: Validated): void {
  const complained = new Set(result.problems.map((problem) => problem.field));
  for (const field of record.fields) {
    if (!field.required || complained.has(field.name)) continue;
    const entered = result.value[field.name];
    if (entered === null || (entered === undefined && mode === "insert")) {
      result.problems.push({ field: field.name, message: `${field.label} is required` });
    }
  }
}

/**
 * Checks the values that a new row must have besides its required fields, such as the year (registry: `facts`). An
 * update must not remove such a value, but does not have to add a missing one.
 */
function requireFacts(
  record: AnyRecord,
  mode: "insert" | "update",
  { current = {} }: ValidationContext,
  result: Validated,
): void {
  const complained = new Set(result.problems.map((problem) => problem.field));
  const before = new Set(mode === "update" ? missingFacts(record, current).map(({ label }) => label) : []);
  for (const { label, message, anyOf } of missingFacts(record, { ...current, ...result.value })) {
    const field = anyOf.find((name) => record.fixed?.[name] === undefined) ?? "";
    const touched = mode === "insert" || anyOf.some((name) => name in result.value);
    if (!touched || before.has(label) || anyOf.some((name) => complained.has(name))) continue;
    result.problems.push({ field, message: message ?? `${label} is required` });
  }
}

/** The record as it would be after the write: the given values, and the stored values of all other fields. */
class View {
  readonly fields: ReadonlyMap<string, Field>;
  readonly result: Validated;
  readonly current: Readonly<Record<string, unknown>> | undefined;

  constructor(
    fields: ReadonlyMap<string, Field>,
    result: Validated,
    current: Readonly<Record<string, unknown>> | undefined,
  ) {
    this.fields = fields;
    this.result = result;
    this.current = current;
  }

  has(name: string): boolean {
    return name in this.result.value;
  }

  value(name: string): FieldValue | undefined {
    return this.has(name) ? (this.result.value[name] as FieldValue) : this.stored(name);
  }

  /** The value before the write. */
  stored(name: string): FieldValue | undefined {
    const field = this.fields.get(name);
    if (!field || this.current?.[name] === undefined) return undefined;
    const stored = parseField(field, this.current[name]);
    return stored.ok ? stored.value : undefined;
  }

  number(name: string): number | null {
    return numberOf(this.value(name));
  }

  label(name: string): string {
    return this.fields.get(name)?.label ?? name;
  }

  /** Sets a computed field. Computed values have the same limits as typed values. */
  fill(name: string, value: number | string): void {
    const field = this.fields.get(name);
    const reading = field && parseField(field, value);
    if (reading?.ok) this.result.value[name] = reading.value;
    else if (reading)
      this.result.problems.push({ field: name, message: `${field?.label}: ${reading.reason}` });
  }

  /**
   * Clears a computed field that can't be computed any more. A value in the request stays, and so does a stored value
   * that differs from the one computed before the write, because a user entered it.
   */
  clear(name: string, computedBefore: FieldValue): void {
    if (this.has(name) || computedBefore === null || this.stored(name) !== computedBefore) return;
    this.result.value[name] = null;
  }

  complained(name: string): boolean {
    return this.result.problems.some((problem) => problem.field === name);
  }
}

function limitMonths(record: AnyRecord, view: View): void {
  const quarter = record.fields.find((field) => field.kind === "quarter");
  const month = record.fields.find((field) => field.kind === "month");
  if (!quarter || !month || !(view.has(quarter.name) || view.has(month.name))) return;
  const chosen = view.value(quarter.name);
  const value = view.value(month.name);
  if (typeof chosen !== "string" || typeof value !== "string") return;
  const allowed = monthsOfQuarter(chosen);
  if (allowed.some((name) => name === value)) return;
  const message = `${month.label}: ${value} is not in ${chosen} (${enumerate(allowed)})`;
  view.result.problems.push({ field: month.name, message });
}

function applySum(rule: { total: string; parts: readonly string[] }, view: View): void {
  const names = [rule.total, ...rule.parts];
  if (!names.some((name) => view.has(name)) || names.some((name) => view.complained(name))) return;
  const sum = sumOfParts(rule.parts.map((part) => view.number(part)));
  if (sum === null) {
    const before = rule.parts.map((part) => numberOf(view.stored(part)));
    view.clear(rule.total, sumOfParts(before));
    return;
  }
  const total = view.number(rule.total);
  // Compute a total that is missing in the request. A total in the request must equal the sum of its parts.
  if (total === null || !view.has(rule.total)) {
    if (total !== sum) view.fill(rule.total, sum);
    return;
  }
  if (total === sum) return;
  const parts = rule.parts.map((part) => ({ label: view.label(part) }));
  const message = describeWrongTotal({ label: view.label(rule.total), value: total }, parts, sum);
  view.result.problems.push({ field: rule.total, message });
}

function keepOrder(order: DateOrder, view: View): void {
  if (!(view.has(order.from) || view.has(order.to))) return;
  const from = view.value(order.from);
  const to = view.value(order.to);
  if (typeof from !== "string" || typeof to !== "string" || to >= from) return;
  const message = `${view.label(order.to)}: ${formatDate(to)} is before ${formatDate(from)}, the ${view.label(order.from).toLowerCase()}`;
  view.result.problems.push({ field: order.to, message });
}

function keepPast({ field }: PastDate, view: View, entered: string): void {
  const value = view.has(field) ? view.value(field) : null;
  if (typeof value !== "string" || value <= entered) return;
  const message = `${view.label(field)}: ${formatDate(value)} is after ${formatDate(entered)}, the day of entry`;
  view.result.problems.push({ field, message });
}

/** Returns the day (in Manila) on which the stored row was created, or today for a new row. */
function dayOfEntry(context: ValidationContext): string {
  const stamp = context.current?.time_stamp;
  const stored = typeof stamp === "string" ? new Date(stamp) : null;
  return manilaToday(stored && !Number.isNaN(stored.getTime()) ? stored : context.now);
}

function applyComputed(rule: ComputedRule, view: View, entered: string): void {
  const names = [rule.field, ...rule.from];
  if (!names.some((name) => view.has(name)) || names.some((name) => view.complained(name))) return;
  const compute = (values: readonly (FieldValue | undefined)[]) =>
    rule.compute(values.map(ruleValue), entered);
  const computed = compute(rule.from.map((name) => view.value(name)));
  if (computed === null) {
    const before = compute(rule.from.map((name) => view.stored(name)));
    view.clear(rule.field, before);
    return;
  }
  const stored = ruleValue(view.value(rule.field));
  // Compute a value that is missing in the request. A value in the request must equal the computed one.
  if (stored === null || !view.has(rule.field)) {
    if (stored !== computed) view.fill(rule.field, computed);
    return;
  }
  if (stored === computed) return;
  const [stated, expected] = [stored, computed].map((value) => inWords(view.fields.get(rule.field), value));
  const message = `${view.label(rule.field)} is ${stated} but ${rule.formula} gives ${expected}`;
  view.result.problems.push({ field: rule.field, message });
}

const numberOf = (value: FieldValue | undefined): number | null => (typeof value === "number" ? value : null);

const ruleValue = (value: FieldValue | undefined): RuleValue =>
  typeof value === "string" || typeof value === "number" ? value : null;

function inWords(field: Field | undefined, value: string | number): string {
  if (typeof value === "string") return value;
  return field?.percentage ? `${formatNumber(roundTo(value * 100, 2))}%` : formatNumber(value);
}
