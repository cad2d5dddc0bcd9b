/**
 * Soft checks (`softChecks` of the registry) find values that are unusual but may be right, so the user must confirm
 * them. DHIS2 calls such checks validation rules.
 *
 * A row with unusual values can only be saved with a reason, which is stored in `soft_check_reason`. Only values that a
 * save changes are checked, so that stored rows stay valid.
 */
import type { AnyRecord, SoftCheck } from "../records/vocabulary/types.ts";
import { formatDate } from "../rules/dates.ts";
import { formatNumber } from "../rules/numbers.ts";
import { isAbove, isInOtherYear, isOneSided, isTenfold } from "../rules/soft-checks.ts";
import { enumerate } from "../rules/text.ts";

export const reasonField = "soft_check_reason";

/** An unusual value that needs a reason. */
export interface OpenCheck {
  field: string;
  /** Complete sentence that contains the label of the field. */
  message: string;
  soft_check: SoftCheck["kind"];
}

type Values = Readonly<Record<string, unknown>>;

const numberOf = (value: unknown): number | null => (typeof value === "number" ? value : null);
const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Returns the fields that a check reads. */
export function fieldsReadBy(check: SoftCheck): readonly string[] {
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

/** True if a save changes a field that the soft check reads. Always true for a new row. */
export const isTouched = (check: SoftCheck, row: Values, stored: Values | null): boolean =>
  stored === null || fieldsReadBy(check).some((name) => (row[name] ?? null) !== (stored[name] ?? null));

/**
 * Returns the unusual values in a row.
 * @param row The row as it would be after the save.
 * @param stored The row before the save; null for a new row.
 * @param before Returns the value reported for the previous quarter, if known.
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
      const message = `${labelOf(field)} is ${formatNumber(part)}, more than ${labelOf(check.whole)} (${formatNumber(whole)})`;
      return { field, message };
    }
    case "one_side": {
      if (!isOneSided(check.parts.map((name) => numberOf(row[name])))) return null;
      const missing = check.parts.filter((name) => numberOf(row[name]) === null);
      const present = check.parts.filter((name) => numberOf(row[name]) !== null);
      const message = `${enumerate(missing.map(labelOf))} is empty, but ${enumerate(present.map(labelOf))} is filled in`;
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
      const message = `${labelOf(field)} is ${formatNumber(value)}, at least ten times the value of the previous quarter (${formatNumber(earlier)})`;
      return { field, message };
    }
  }
}
