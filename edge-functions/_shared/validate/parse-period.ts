/** Parses the quarters and months that people type, or that files contain (spec section 5). */
import { type Month, months, type Quarter, quarters } from "../rules/periods.ts";

/** Reads a quarter from "q1", "Q1", "1st quarter" or 1; null for anything else. */
export function parseQuarter(value: unknown): Quarter | null {
  const match = /^(?:q(?:uarter|tr\.?)?\s*([1-4])|([1-4])(?:st|nd|rd|th)?(?:\s*q(?:uarter|tr\.?)?)?)$/i.exec(
    String(value ?? "").trim(),
  );
  const number = match?.[1] ?? match?.[2];
  return number ? (quarters[Number(number) - 1] ?? null) : null;
}

const filipinoMonths =
  "enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre disyembre".split(" ");

/**
 * Reads a month from its English or Filipino name, the first three letters of either name, or its number. Ignores case,
 * and a year after the month. Returns null for any other text.
 */
export function parseMonth(value: unknown): Month | null {
  const text = String(value ?? "")
    .trim()
    .toLowerCase()
    .replace(/[\s.,/-]+(?:19|20)\d\d$/, "")
    .replace(/\.$/, "");
  if (/^\d{1,2}$/.test(text)) return months[Number(text) - 1] ?? null;
  if (text.length < 3) return null;
  const short = text.replace(/^sept$/, "sep");
  const found = months.find((month, index) =>
    [month.toLowerCase(), filipinoMonths[index]].some((name) => name === text || name?.slice(0, 3) === short),
  );
  return found ?? null;
}
