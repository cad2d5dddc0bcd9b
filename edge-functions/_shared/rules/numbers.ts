/**
 * Parses numbers as people type them: removes commas and a peso sign, returns null for empty text, and rejects other
 * text (spec section 5).
 */

export type NumberReading = { ok: true; value: number | null } | { ok: false; reason: string; text: boolean };

/**
 * Matches a currency before an amount: "₱1,200", "PHP 1,200", "P1,200", "Php. 1,200". Not "Php.500", which may be 500 or
 * 0.5.
 */
const peso = /^(?:₱|(?:php|p)(?!\.\S)\.?)\s*(?=[\d.+-])/i;
const pesoBehind = /(?<=[\d.])\s*(?:₱|php|pesos?)$/i;
/** Matches a dash that accounting formats show instead of 0, such as "-" or "₱ -". */
const nothing = /^(?:₱|php|p)?\s*[-–—]+\s*(?:₱|php)?$/i;
/**
 * Matches commas that do not separate thousands. Without the comma, the number would be wrong: 105 for "10,5", or
 * 1.2345 for "1.234,5". In ",500", a digit may be missing. "12,34,567" is accepted.
 */
const oddComma = /,(?!\d{3}(?!\d))(?!\d{2,3},)|^[+-]?,|\..*,/;

/**
 * Parses a number or a text. In an error, `text` is true if the value is not a number at all, such as a word. The
 * import can read such a value as 0.
 */
export function parseNumber(value: unknown): NumberReading {
  if (value === null || value === undefined) return { ok: true, value: null };
  if (typeof value === "number") {
    return Number.isFinite(value)
      ? { ok: true, value }
      : { ok: false, reason: "is not a number", text: false };
  }
  if (value instanceof Date) return { ok: false, reason: "is a date, not a number", text: true };
  if (typeof value !== "string") return { ok: false, reason: "is not a number", text: true };
  const written = value.trim();
  if (written === "") return { ok: true, value: null };
  if (nothing.test(written)) return { ok: true, value: null };
  const plain = signed(written);
  const stripped = plain.replace(/,/g, "");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(stripped)) {
    return { ok: false, reason: `"${written}" is not a number`, text: true };
  }
  if (oddComma.test(plain)) {
    const reason = `"${written}" has a comma that does not separate thousands; write decimals with a point`;
    return { ok: false, reason, text: false };
  }
  const number = Number(stripped);
  return Number.isFinite(number)
    ? { ok: true, value: number }
    : { ok: false, reason: `"${written}" is too large a number`, text: false };
}

/**
 * Moves the sign of an amount to the front and removes the currency. "(1,500.00)" and "1,500.00-" are negative amounts.
 */
function signed(written: string): string {
  const bare = (text: string) =>
    text
      .trim()
      .replace(peso, "")
      .replace(pesoBehind, "")
      .replace(/^([+-])\s+(?=[\d.])/, "$1");
  const [, inside] = /^(?:₱|php|p)?\s*\(\s*([^()]+?)\s*\)\s*(?:₱|php|pesos?)?$/i.exec(written) ?? [];
  const [, before] = /^([^-+(]+(?<!\.))-$/.exec(written) ?? [];
  const amount = inside ?? before;
  // In "-₱1,200", the sign comes before the currency.
  const [, sign, rest] = /^([+-])\s*((?:₱|php|p)\s*[\d.].*)$/i.exec(written) ?? [];
  if (sign && rest) return `${sign}${bare(rest)}`;
  return amount !== undefined && /^[^+-]*\d/.test(amount) ? `-${bare(amount)}` : bare(written);
}

/** Reads `12.34%` or 0.1234 as the fraction 0.1234. Any other value is read by parseNumber. */
export function parsePercentage(value: unknown): NumberReading {
  if (typeof value !== "string" || !value.trim().endsWith("%")) return parseNumber(value);
  const reading = parseNumber(value.trim().slice(0, -1));
  if (!reading.ok || reading.value === null)
    return { ok: false, reason: `"${value}" is not a number`, text: true };
  return { ok: true, value: Number((reading.value / 100).toPrecision(15)) };
}

/**
 * True if a number can become text without a change. Digits beyond the 15th may already be lost when the number is
 * parsed, and JavaScript writes very large and very small numbers with an exponent.
 */
export const isExactNumber = (value: number): boolean =>
  Number.isSafeInteger(value) ||
  (/^-?\d+\.\d+$/.test(String(value)) && Number(value.toPrecision(15)) === value);

/** Reason why a number for which `isExactNumber` is false is refused in a text field. */
export const inexactNumber = "is a number that may have lost digits; send it as text, in quotation marks";

const grouped = new Intl.NumberFormat("en-PH", { maximumFractionDigits: 6 });

/** Formats a number with thousands separators. */
export const formatNumber = (value: number): string => grouped.format(value);
