/**
 * Soft checks: values that may be right and are asked about (DHIS2 calls them validation rules). The registry declares them
 * (`softChecks`); a row whose values are asked about is saved with a word of reason, which it keeps in `soft_check_reason`.
 * What is asked about is only what a save changes: rows that are stored stay as they are.
 */
import type { AnyRecord, SoftCheck } from "../records/vocabulary/types.ts";
import { formatDate } from "../rules/dates.ts";
import { formatNumber } from "../rules/numbers.ts";
import { isAbove, isInOtherYear, isOneSided, isTenfold } from "../rules/soft-checks.ts";
import { enumerate } from "../rules/text.ts";

export const reasonField = "soft_check_reason";

/** A value that is asked about. */
export interface OpenCheck {
  field: string;
  /** A whole sentence that names the field by its label. */
  message: string;
  soft_check: SoftCheck["kind"];
}

type Values = Readonly<Record<string, unknown>>;

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** The fields whose values a check looks at. */
export function readBy(check: SoftCheck): readonly string[] {
  switch (check.kind) {
    case "above":
      return [check.field, check.whole];
    case "one_side":
      return [check.field, ...check.parts];
    case "other_year":
      return [check.field, check.year];
    case "tenfold":
      return [check.field, "reporting_year", "reporting_quarter", ...check.same];
  }
}

/** Whether a save changes what a check looks at; of a new row, everything is changed. */
export const isTouched = (check: SoftCheck, row: Values, stored: Values | null): boolean =>
  stored === null || readBy(check).some((name) => (row[name] ?? null) !== (stored[name] ?? null));

/**
 * What of a row is asked about: of all that it would hold after the save, `stored` is what it held before (null: new).
 * `before` gives what was reported in the quarter before, where it is known.
 */
export function openChecks(
  record: AnyRecord,
  row: Values,
  stored: Values | null,
  before: (check: SoftCheck) => number | null = () => null,
): OpenCheck[] {
  return (record.softChecks ?? []).flatMap((check) => {
    if (!isTouched(check, row, stored)) return [];
    const open = ask(record, check, row, before);
    return open ? [{ ...open, soft_check: check.kind }] : [];
  });
}

function ask(
  record: AnyRecord,
  check: SoftCheck,
  row: Values,
  before: (check: SoftCheck) => number | null,
): Pick<OpenCheck, "field" | "message"> | null {
  const labelOf = (name: string) => record.fields.find((field) => field.name === name)?.label ?? name;
  const { field } = check;
  switch (check.kind) {
    case "above": {
      const [part, whole] = [numberOf(row[field]), numberOf(row[check.whole])];
      if (!isAbove(part, whole) || part === null || whole === null) return null;
      const message = `${labelOf(field)} is ${formatNumber(part)}, above ${labelOf(check.whole)}, which is ${formatNumber(whole)}`;
      return { field, message };
    }
    case "one_side": {
      if (!isOneSided(check.parts.map((name) => numberOf(row[name])))) return null;
      const missing = check.parts.filter((name) => numberOf(row[name]) === null);
      const present = check.parts.filter((name) => numberOf(row[name]) !== null);
      const message = `${enumerate(missing.map(labelOf))} is empty, though ${enumerate(present.map(labelOf))} is given`;
      return { field: missing[0] ?? field, message };
    }
    case "other_year": {
      const date = textOf(row[field]);
      const year = numberOf(row[check.year]);
      if (date === null || !isInOtherYear(date, year)) return null;
      return {
        field,
        message: `${labelOf(field)} is ${formatDate(date)}, not in ${year}, the ${labelOf(check.year).toLowerCase()}`,
      };
    }
    case "tenfold": {
      const value = numberOf(row[field]);
      const earlier = before(check);
      if (value === null || earlier === null || !isTenfold(value, earlier)) return null;
      const message = `${labelOf(field)} is ${formatNumber(value)}, ten times or more what was reported for the quarter before (${formatNumber(earlier)})`;
      return { field, message };
    }
  }
}
