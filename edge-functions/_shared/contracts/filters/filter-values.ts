/**
 * Reads one filter value by the type of its column. Different formats are accepted ("1,200", "03-31-2026"); a value
 * of the wrong type is an error.
 */
import { parseDate } from "../../rules/dates.ts";
import { parseNumber } from "../../rules/numbers.ts";
import { isUuid, type Reading, refused as refusal } from "../base/values.ts";

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
 * @param columnType Column type as Postgres writes it. For an array type, the value is one element of the array.
 */
export function readFilter(name: string, columnType: string, value: unknown): Reading<FilterValue> {
  const reading = readValue(columnType, value);
  return reading.ok ? reading : refusal(`The filter ${name}: ${reading.reason}.`);
}

/** Reads a value. The returned `reason` is the end of an error sentence, such as "is not a date". */
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

function readInstant(value: unknown): FilterReading {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? refused("is not a point in time") : { ok: true, value: String(value) };
}

function readText(value: unknown): FilterReading {
  if (typeof value !== "string" && typeof value !== "number") return refused("is not a text");
  const text = String(value);
  // Postgres cannot store the NUL character, so no row can contain it.
  return text.includes("\u0000")
    ? refused("it has a character that cannot be stored")
    : { ok: true, value: text };
}
