/** Number formats of spreadsheets: whether they show a date, and how they show a number. */
import type { WrittenCell } from "#shared/import/reading/cells.ts";
import { spreadsheetDay } from "#shared/rules/dates.ts";

/** Built-in number formats except General. Workbooks refer to a built-in format by its number (ECMA-376, 18.8.30). */
export const builtInFormats: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  // Formats 5 to 8 show the reader's local currency. This list omits the currency, so that it is not taken for a
  // foreign currency.
  5: "#,##0",
  6: "#,##0",
  7: "#,##0.00",
  8: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "m/d/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "m/d/yyyy h:mm",
  37: "#,##0_);(#,##0)",
  38: "#,##0_);[Red](#,##0)",
  39: "#,##0.00_);(#,##0.00)",
  40: "#,##0.00_);[Red](#,##0.00)",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  49: "@",
  // Date formats of East Asian versions of Excel.
  27: "yyyy-mm-dd",
  28: "yyyy-mm-dd",
  29: "yyyy-mm-dd",
  30: "m/d/yyyy",
  31: "yyyy-mm-dd",
  36: "yyyy-mm-dd",
  50: "yyyy-mm-dd",
  57: "yyyy-mm-dd",
  58: "yyyy-mm-dd",
};

/** Returns the placeholders of a format, such as "0.00" or "yyyy", without its literal texts. */
const signsOf = (format: string): string =>
  format
    .replace(/"[^"]*"|\\.|_.|\*./g, "")
    // Remove colours, conditions and languages in brackets, but keep elapsed hours such as [h].
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");

/** True if numbers in this format are dates or times. */
function isDateFormat(format: string): boolean {
  const signs = signsOf(format);
  return !/general/i.test(signs) && /[ymdhs]/i.test(signs) && !/[#?]/.test(signs.replace(/\.0+/g, ""));
}

/**
 * True if a date in this format lacks its day, month or year, such as "Mar-21". The spreadsheet then stores a part of
 * the date that the user did not type. False for formats that show only a time.
 */
export function isPartialDateFormat(format: string): boolean {
  if (!isDateFormat(format)) return false;
  const [signs = ""] = signsOf(format)
    .toLowerCase()
    .replace(/am\/pm|a\/p/g, "")
    .split(";");
  const hasTime = /[hs]/.test(signs);
  const [day, month, year] = [/d/, /m/, /[ye]/].map((sign) => sign.test(signs));
  return (day || year || !hasTime) && !(day && month && year);
}

/** Function that renders a number in a format. In the app, this function is SSF of SheetJS. */
export type Render = (format: string, value: number) => string;

const significantDigits = 15;

/**
 * Replaces `General` in a format such as `General" ha"` by the number as text, because SSF omits everything after
 * General.
 */
function withoutGeneral(format: string, value: number): string {
  const digits = String(Number(value.toPrecision(significantDigits)));
  // Omit the minus sign if the format has several sections, because the section for negative numbers shows it.
  const shown = format.includes(";") ? digits.replace("-", "") : digits;
  return format.replace(/"[^"]*"|general/gi, (part) => (part.startsWith('"') ? part : `"${shown}"`));
}

/**
 * Returns the displayed text of a numeric cell if it differs from the number, such as "NE-005", "25%", "00123", or a
 * rounded number. Returns null if only separators, a currency, or trailing zeros differ. Also returns null for an empty
 * text, and for a dash that shows 0.
 */
export function shownNumber(value: number, format: string, render: Render): string | null {
  if (format === "" || /^general$/i.test(format) || format === "@") {
    const shown = String(Number(value.toPrecision(significantDigits)));
    return shown === String(value) ? null : shown;
  }
  let shown: string;
  try {
    shown = render(withoutGeneral(format, value), value).trim();
  } catch {
    return null;
  }
  const plain = shown
    .replace(/\((.*)\)/, "-$1")
    .replace(/php|usd|eur|[,\s₱$€¥]/gi, "")
    .replace(/^-?P(?=\d)/i, "");
  const same = /^-?\d*\.?\d+$/.test(plain) && Number(plain) === value && !/^-?0\d/.test(plain);
  const nothing = shown === "" || (value === 0 && /^[-–—]?$/.test(plain));
  return same || nothing || shown === String(value) ? null : shown;
}

/** Date system of a workbook, and the function that renders number formats. */
export interface NumberFormatContext {
  date1904: boolean;
  render: Render;
}

/**
 * Returns the value of a numeric cell: a date if the cell shows a date, otherwise the number with its displayed text.
 */
export function numberInFormat(
  value: number,
  format: string,
  { date1904, render }: NumberFormatContext,
): WrittenCell {
  if (isDateFormat(format)) return { value: spreadsheetDay(value, date1904) };
  const shown = shownNumber(value, format, render);
  return shown === null ? { value } : { value, shown };
}
