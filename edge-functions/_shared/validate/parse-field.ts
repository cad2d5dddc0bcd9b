/**
 * Parses the value of a field by its kind, for forms, imports and the API. Empty values (null, undefined, blank text,
 * empty list) become null. The `reason` of an error continues a sentence that starts with the field's label, as in:
 * Male members: "twelve" is not a number.
 */
import type { Field } from "../records/vocabulary/types.ts";
import { valueLabel } from "../records/vocabulary/value-labels.ts";
import { formatDate, parseDate } from "../rules/dates.ts";
import { amountDigits, roundTo } from "../rules/decimals.ts";
import {
  formatNumber,
  inexactNumber,
  isExactNumber,
  type NumberReading,
  parseNumber,
  parsePercentage,
} from "../rules/numbers.ts";
import { currentYear, firstPickerYear } from "../rules/periods.ts";
import { foldText, splitList, tidyText, unwrapText } from "../rules/text.ts";
import { parseMonth, parseQuarter } from "./parse-period.ts";

export type FieldReading =
  | { ok: true; value: FieldValue; note?: string }
  /** True if the value is text in a number field, which an import can read as 0. */
  | { ok: false; reason: string; text?: boolean };

export type FieldValue = string | number | readonly string[] | null;

export interface ReadingOptions {
  /** Current time, from which the current year is taken. */
  now?: Date;
  /** True if text in an integer or decimal field is read as 0, which an import can choose (spec section 5). */
  textAsZero?: boolean;
}

const defaultLength = { text: 250, long_text: 4000 } as const;
/** Maximum number of items of a list. */
const mostItems = 500;

export function parseField(field: Field, value: unknown, options: ReadingOptions = {}): FieldReading {
  switch (field.kind) {
    case "text":
    case "long_text":
      return parseTextField(field, value, defaultLength[field.kind]);
    case "integer":
    case "decimal":
    case "year":
      return parseNumberField(field, value, options);
    case "date": {
      const reading = parseDate(typeof value === "boolean" ? String(value) : value);
      return reading.ok ? reading : refuse(reading.reason);
    }
    case "yes_no":
      return parseYesNo(value);
    case "quarter":
      return parseNamed(value, parseQuarter, "is not a quarter; choose Q1, Q2, Q3 or Q4");
    case "month":
      return parseMonthField(value);
    case "list":
      return parseList(field, value);
  }
}

function parseTextField(field: Field, value: unknown, longest: number): FieldReading {
  if (value === null || value === undefined) return { ok: true, value: null };
  if (value instanceof Date && !Number.isNaN(value.getTime())) {
    return parseTextField(field, value.toISOString().slice(0, 10), longest);
  }
  if (typeof value !== "string" && typeof value !== "number") return refuse("is not a text");
  if (typeof value === "number" && !Number.isFinite(value)) return refuse("is not a text");
  if (typeof value === "number" && !isExactNumber(value)) return refuse(inexactNumber);
  const tidy = tidyText(unwrapText(String(value)));
  // Keep line breaks only in long texts. In names, spreadsheet users insert line breaks only to fit a name into its
  // cell.
  const text = field.kind === "long_text" ? tidy : tidy.replace(/\n+/g, " ");
  if (text === "") return { ok: true, value: null };
  const unstorable = unstorableCharacter(text);
  if (unstorable) return refuse(`has a character that cannot be stored (${unstorable})`);
  const most = field.maxLength ?? longest;
  const length = [...text].length;
  if (length > most)
    return refuse(`is ${formatNumber(length)} characters long; the limit is ${formatNumber(most)}`);
  if (field.options?.from !== "values") {
    return {
      ok: true,
      value: text,
      ...(text === tidy ? {} : { note: "line breaks are replaced by spaces" }),
    };
  }
  const known = fixedChoice(field, text);
  return known
    ? { ok: true, value: known }
    : refuse(`"${text}" is not one of ${field.options.values.join(", ")}`);
}

/**
 * Returns the field's fixed choice that matches a text. The text may be the stored value, its label or a synonym; upper
 * and lower case are equal. Returns undefined if no choice matches.
 */
export function fixedChoice(field: Field, text: string): string | undefined {
  const { options, synonyms = {} } = field;
  if (options?.from !== "values") return undefined;
  const folded = foldText(text);
  const meant = foldText(Object.hasOwn(synonyms, folded) ? synonyms[folded] : folded);
  return options.values.find((choice) =>
    [choice, valueLabel(field, choice)].some((one) => foldText(one) === meant),
  );
}

/**
 * Returns the code of the first control character (except tab and line ends) or unpaired surrogate; null if there is
 * none.
 */
function unstorableCharacter(text: string): string | null {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const control = (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) || code === 0x7f;
    const unpaired = code >= 0xd800 && code <= 0xdfff;
    if (control || unpaired || code === 0xfffe || code === 0xffff) {
      return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    }
  }
  return null;
}

function parseNumberField(field: Field, value: unknown, options: ReadingOptions): FieldReading {
  const written =
    field.kind === "year" && typeof value === "string"
      ? value.replace(/^\s*(?:cy|fy|year)\s*(?=\d{4}\s*$)/i, "")
      : value;
  const reading: NumberReading = field.percentage ? parsePercentage(written) : parseNumber(written);
  if (!reading.ok) {
    if (options.textAsZero && reading.text && field.kind !== "year") {
      return { ok: true, value: 0, note: `${reading.reason}; saved as 0` };
    }
    return { ok: false, reason: reading.reason, text: reading.text && field.kind !== "year" };
  }
  if (reading.value === null) {
    const written = typeof value === "string" ? value.trim() : "";
    return {
      ok: true,
      value: null,
      ...(written === "" ? {} : { note: `"${written}" means no value; left blank` }),
    };
  }
  if (field.kind === "year" && !Number.isInteger(reading.value)) {
    return refuse(`${reading.value} is not a year`);
  }
  const stored =
    field.kind === "decimal"
      ? roundTo(reading.value, field.decimals ?? (field.percentage ? 4 : amountDigits))
      : Math.trunc(reading.value) + 0;
  const outside = outsideBounds(field, stored, options.now);
  if (outside) return refuse(outside);
  if (stored === reading.value) return { ok: true, value: stored };
  const as = field.kind === "decimal" ? formatNumber(stored) : `the whole number ${formatNumber(stored)}`;
  return { ok: true, value: stored, note: `${formatNumber(reading.value)} is saved as ${as}` };
}

/**
 * Maximum values of integer and numeric(14, 2) columns. A field whose column has another maximum declares a limit of
 * its own.
 */
const largest = { integer: 2_147_483_647, decimal: 999_999_999_999.99 } as const;

function outsideBounds(field: Field, value: number, now: Date | undefined): string | null {
  if (field.kind === "year") {
    const min = field.min ?? firstPickerYear;
    const max = field.max ?? currentYear(now);
    return value < min || value > max ? `${value} is not a year from ${min} to ${max}` : null;
  }
  const min = field.min ?? (field.kind === "integer" ? 0 : undefined);
  if (min !== undefined && value < min) return `${formatNumber(value)} is less than ${formatNumber(min)}`;
  const max = field.max ?? largest[field.kind === "decimal" ? "decimal" : "integer"];
  if (value < -max) return `${formatNumber(value)} is less than ${formatNumber(-max)}`;
  return value > max ? `${formatNumber(value)} is more than ${formatNumber(max)}` : null;
}

/** Accepted spellings of Yes and No. Excel writes TRUE and FALSE in CSV files. */
const yesAndNo = new Map([
  ...["yes", "y", "oo", "true", "✓", "✔"].map((word) => [word, "Yes"] as const),
  ...["no", "n", "hindi", "false"].map((word) => [word, "No"] as const),
]);

function parseYesNo(value: unknown): FieldReading {
  if (value === true) return { ok: true, value: "Yes" };
  if (value === false) return { ok: true, value: "No" };
  return parseNamed(value, (text) => yesAndNo.get(foldText(text)) ?? null, "is neither Yes nor No");
}

/** Parses a month. Also accepts a date or a text such as "Mar. 2025", and uses only the month. */
function parseMonthField(value: unknown): FieldReading {
  const isDate = value instanceof Date && !Number.isNaN(value.getTime());
  const reading = parseNamed(isDate ? value.getUTCMonth() + 1 : value, parseMonth, "is not a month");
  if (!reading.ok || !(isDate || /\d{4}$/.test(String(value).trim()))) return reading;
  const written = isDate ? formatDate(value.toISOString()) : String(value).trim();
  return { ...reading, note: `of "${written}", only the month is used` };
}

function parseNamed(
  value: unknown,
  named: (value: unknown) => string | null,
  complaint: string,
): FieldReading {
  if (value === null || value === undefined) return { ok: true, value: null };
  if (value instanceof Date && !Number.isNaN(value.getTime()))
    return refuse(`"${formatDate(value.toISOString())}" ${complaint}`);
  if (typeof value !== "string" && typeof value !== "number") return refuse(complaint);
  if (String(value).trim() === "") return { ok: true, value: null };
  const found = named(value);
  return found === null ? refuse(`"${String(value).trim()}" ${complaint}`) : { ok: true, value: found };
}

function parseList(field: Field, value: unknown): FieldReading {
  if (value === null || value === undefined) return { ok: true, value: null };
  const plain = (item: unknown) => typeof item === "string" || typeof item === "number";
  if (!(plain(value) || (Array.isArray(value) && value.every(plain))))
    return refuse("is not a list of texts");
  if ([value].flat().some((item) => typeof item === "number" && !isExactNumber(item)))
    return refuse(inexactNumber);
  const items = splitList(value);
  if (items.length > mostItems) return refuse(`has ${items.length} items; the limit is ${mostItems}`);
  const comma = items.find((item) => item.includes(","));
  // Refuse commas in items. A list is sent as one text with commas between the items, so such an item would become two
  // items.
  if (comma) return refuse(`"${comma}" has a comma, which separates the items of a list`);
  const read = new Set<string>();
  for (const item of items) {
    const reading = parseTextField({ ...field, kind: "text" }, item, defaultLength.text);
    if (!reading.ok) return reading;
    if (reading.value !== null) read.add(String(reading.value));
  }
  return { ok: true, value: read.size === 0 ? null : [...read] };
}

const refuse = (reason: string): FieldReading => ({ ok: false, reason });
