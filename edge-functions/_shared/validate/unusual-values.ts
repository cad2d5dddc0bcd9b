/**
 * Describes unusual values of stored rows in sentences. The database finds these values with the soft checks and
 * comparisons of the registry (public.unusual_values).
 */
import type { AnyRecord, Comparison, SoftCheck } from "../records/vocabulary/types.ts";
import { formatNumber } from "../rules/numbers.ts";
import { openChecks } from "./soft-checks.ts";

/** An unusual value as the database stores it. */
export interface FoundValue {
  field: string;
  kind: SoftCheck["kind"] | Comparison["kind"];
  /** Largest value of the previous report, if the kind is tenfold; otherwise null. */
  previous: number | null;
  /** Range that contains half of the group's values, if the kind is outlier; otherwise null. */
  usual_from: number | null;
  usual_to: number | null;
}

export interface UnusualValue extends Pick<FoundValue, "kind"> {
  /** Field that screens mark as unusual. If a part of a sum is missing, this is that part. */
  field: string;
  message: string;
  previous?: number;
}

type Values = Readonly<Record<string, unknown>>;

/** Returns an unusual value of a row with its message; null if the row's present value is no longer unusual. */
export function describeUnusual(record: AnyRecord, row: Values, found: FoundValue): UnusualValue | null {
  const { field, kind, previous } = found;
  if (kind === "tenfold" || kind === "outlier") {
    const value = row[field];
    if (typeof value !== "number") return null;
    const message = `${labelOf(record, field)} is ${formatNumber(value)}. ${comparedWith(record, row, found)}`;
    return { field, kind, message, ...(previous === null ? {} : { previous }) };
  }
  const check = record.softChecks?.find((one) => one.kind === kind && one.field === field);
  const [open] = check ? openChecks({ ...record, softChecks: [check] }, row, null) : [];
  return open ? { field: open.field, kind, message: `${open.message}.` } : null;
}

const labelOf = (record: AnyRecord, name: string): string =>
  record.fields.find((field) => field.name === name)?.label ?? name;

/** Returns a sentence with the values that an unusual value was compared with. */
function comparedWith(record: AnyRecord, row: Values, found: FoundValue): string {
  const { field, kind, previous, usual_from: from, usual_to: to } = found;
  if (kind === "tenfold") return `The last report says ${formatNumber(previous ?? 0)}.`;
  const rule = record.comparisons?.find((one) => one.kind === "outlier" && one.field === field);
  const group = rule?.kind === "outlier" ? rule.group.map((name) => String(row[name] ?? "")).join(", ") : "";
  const usual =
    from === to ? formatNumber(from ?? 0) : `between ${formatNumber(from ?? 0)} and ${formatNumber(to ?? 0)}`;
  return `Half of the values for ${group} in the country are ${usual}.`;
}
