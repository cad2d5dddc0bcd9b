/** Reads one filter value by the type of its column. Accepts several formats, such as "1,200" and "03-31-2026". */
import { isCalendarDay, parseDate } from "../../rules/dates.ts";
import { inexactNumber, isExactNumber, parseNumber } from "../../rules/numbers.ts";
import { isUuid, named, type Reading, refused as refusal } from "../base/values.ts";

type FilterValue = string | number | boolean;
type FilterReading = { ok: true; value: FilterValue } | { ok: false; reason: string };

const integerLimits: Record<string, number> = {
  smallint: 32_767,
  integer: 2_147_483_647,
  bigint: Number.MAX_SAFE_INTEGER,
};

const refused = (reason: string): FilterReading => ({ ok: false, reason });

/**
 * Returns the filter value, converted for comparison with the column. Error messages name the filter.
 * @param columnType Column type as Postgres writes it. For an array type, the value is one element.
 */
export function readFilter(name: string, columnType: string, value: unknown): Reading<FilterValue> {
  const reading = readValue(columnType, value);
  return reading.ok ? reading : refusal(`The filter ${name}: ${reading.reason}.`);
}

/** Reads a value. If the value is invalid, `reason` is the end of an error sentence, such as "is not a date". */
function readValue(columnType: string, value: unknown): FilterReading {
  const type = columnType.replace(/\[\]$/, "");
  const limit = integerLimits[type];
  if (limit !== undefined) return readInteger(value, limit);
  switch (type) {
    case "numeric":
    case "double precision":
      return readNumber(value);
    case "date": {
      const reading = parseDate(typeof value === "boolean" ? String(value) : value);
      if (!reading.ok) return refused(reading.reason);
      return reading.value === null ? refused("is not a date") : { ok: true, value: reading.value };
    }
    case "timestamp with time zone":
      return readInstant(value);
    case "uuid":
      return isUuid(value) ? { ok: true, value } : refused("is not a user's id");
    case "boolean":
      return typeof value === "boolean" ? { ok: true, value } : refused("is neither true nor false");
    default:
      return readText(value);
  }
}

function readNumber(value: unknown): FilterReading {
  const reading = parseNumber(value);
  if (!reading.ok) return refused(reading.reason);
  return reading.value === null ? refused("is not a number") : { ok: true, value: reading.value };
}

function readInteger(value: unknown, limit: number): FilterReading {
  const reading = readNumber(value);
  if (!reading.ok) return reading;
  if (!Number.isInteger(reading.value)) return refused("is not a whole number");
  return Math.abs(Number(reading.value)) > limit ? refused("is too large a number") : reading;
}

/** Matches an ISO date, or an ISO date and time with an optional time zone. */
const isoInstant =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-](\d\d)(?::?(\d\d))?)?)?$/;

/**
 * True if a text is an ISO date, or an ISO date and time, that exists and that Postgres can read. Checks the parts one
 * by one, because Date.parse also accepts texts such as "Foo 2025" and years that Postgres refuses.
 */
export function isInstant(text: string): boolean {
  const [whole, year, month, day, ...times] = isoInstant.exec(text) ?? [];
  return whole !== undefined && isCalendarDay(`${year}-${month}-${day}`) && isTime(times);
}

/** Reads a point in time: a day in any format that `parseDate` accepts, or a date and time in ISO format. */
function readInstant(value: unknown): FilterReading {
  const text = typeof value === "string" ? value.trim() : "";
  if (isInstant(text)) return { ok: true, value: text };
  const date = isoInstant.test(text) || text.includes(":") ? null : parseDate(text);
  if (date?.ok && date.value !== null) return { ok: true, value: date.value };
  return refused(`"${named(value)}" is not a point in time; write it as 2026-03-31T08:00:00+08:00`);
}

/** Maximum values that Postgres accepts: hour, minute and second of the time, then hour and minute of the time zone. */
const timeLimits = [23, 59, 59, 15, 59];
const isTime = (parts: readonly (string | undefined)[]): boolean =>
  timeLimits.every((limit, at) => Number(parts[at] ?? 0) <= limit);

/** True if a value for a timestamp column has no time. The value then means the whole day in Manila. */
export const isWholeDay = (columnType: string, value: unknown): boolean =>
  columnType.startsWith("timestamp") && /^\d{4}-\d\d-\d\d$/.test(String(value));

function readText(value: unknown): FilterReading {
  if (typeof value !== "string" && typeof value !== "number") return refused("is not a text");
  if (typeof value === "number" && !isExactNumber(value)) return refused(inexactNumber);
  const text = String(value);
  // Postgres cannot store the NUL character, so no row can contain it.
  return text.includes("\u0000")
    ? refused("it has a character that cannot be stored")
    : { ok: true, value: text };
}
