/** Number formats of spreadsheets: whether they show a day, and what they show of a number. */
import type { WrittenCell } from "#shared/import/reading/cells.ts";
import { spreadsheetDay } from "#shared/rules/dates.ts";

/** Formats that a workbook names by number only (ECMA-376, 18.8.30), as far as they are not General. */
export const builtInFormats: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  // The currency of the reader's own country, which is no foreign one.
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
  // East Asian Excel names its days by these.
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

/** Whether numbers of the format are days or times. */
function isDateFormat(format: string): boolean {
  const signs = format
    .replace(/"[^"]*"|\\.|_.|\*./g, "")
    // Colours, conditions and languages are in brackets; hours that go on past 24 too.
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");
  return !/general/i.test(signs) && /[ymdhs]/i.test(signs) && !/[#?]/.test(signs.replace(/\.0+/g, ""));
}

/** Renders a number in a format. SheetJS's SSF does so in the product. */
export type Render = (format: string, value: number) => string;

const significantDigits = 15;

/** A format such as `General" ha"` with the number itself as a text in it, because SSF drops what follows General. */
function withoutGeneral(format: string, value: number): string {
  const digits = String(Number(value.toPrecision(significantDigits)));
  // A format of several sections has its own signs.
  const shown = format.includes(";") ? digits.replace("-", "") : digits;
  return format.replace(/"[^"]*"|general/gi, (part) => (part.startsWith('"') ? part : `"${shown}"`));
}

/**
 * What the sheet shows of a number, where that says more, or less, than the number itself: "NE-005", "25%", "00123", or
 * 0.3 for 0.30000000000000004. Null where it is the number with separators, a currency or fewer decimals.
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

/** How a workbook counts days, and what renders its formats. */
export interface NumberLook {
  date1904: boolean;
  render: Render;
}

/** The value of a numeric cell: a day where its format shows one, else the number with what the sheet shows of it. */
export function numberInFormat(value: number, format: string, { date1904, render }: NumberLook): WrittenCell {
  if (isDateFormat(format)) return { value: spreadsheetDay(value, date1904) };
  const shown = shownNumber(value, format, render);
  return shown === null ? { value } : { value, shown };
}
