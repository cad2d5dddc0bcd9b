/**
 * Converts a search query to patterns that match stored values. Dates and numbers need several patterns: tables show
 * "Mar 18, 2025", users may type 3/18/2025, and the database stores other formats. The typed text is also searched as
 * it is.
 */
import { parseDate } from "./dates.ts";
import { tidyText } from "./text.ts";

/**
 * One condition of a search. A text is a LIKE pattern that must match a value of the row. A number must be the row's
 * id. Null matches a row without a stage, which tables show as Pending.
 */
export type SearchPart = string | number | null;

/** A list of condition lists. A row matches the term if it meets all conditions of at least one list. */
export type SearchTerm = readonly (readonly SearchPart[])[];

const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

/** Maximum number of words in a date, as in "Friday, March 5, 2021". */
const longestPhrase = 4;

/**
 * Splits a query into terms. A row must match all terms. Consecutive words that form a date or an amount are one term.
 * @param staged True if the table shows rows without a stage as Pending.
 * @param labels Stored values, each with the label that the table shows.
 */
export function searchTerms(query: string, staged = false, labels: readonly Label[] = []): SearchTerm[] {
  const words = tidyText(query)
    .replaceAll("\u0000", "")
    .split(/\s+/)
    .filter((word) => word !== "");
  const terms = new Map<string, SearchTerm>();
  for (let at = 0; at < words.length; ) {
    const phrase = firstPhrase(words.slice(at, at + longestPhrase));
    const [word = "", ...others] = phrase.words;
    const shown = others.length === 0 ? storedAs(withoutComma(word), labels) : [];
    const pending = staged && others.length === 0 && isPartOfPending(word);
    const term = [[asTyped(phrase.words)], ...phrase.meanings, ...shown, ...(pending ? [[null]] : [])];
    terms.set(JSON.stringify(term), term);
    at += phrase.words.length;
  }
  return [...terms.values()];
}

type Label = readonly [stored: string, label: string];

/**
 * Returns patterns for the stored values whose label contains the word, because the table shows labels instead of
 * stored values.
 */
const storedAs = (word: string, labels: readonly Label[]): string[][] =>
  labels
    .filter(([stored, label]) => {
      const [text, part] = [label.toLowerCase(), word.toLowerCase()];
      return text.includes(part) && !stored.toLowerCase().includes(part);
    })
    .map(([stored]) => [anywhere(stored)]);

interface Phrase {
  words: readonly string[];
  meanings: readonly (readonly SearchPart[])[];
}

/**
 * Returns the longest date or amount with which the words begin. If the words begin with neither, returns the first
 * word.
 */
function firstPhrase(words: readonly string[]): Phrase {
  for (let length = words.length; length > 0; length--) {
    const phrase = words.slice(0, length);
    const meanings = meaningsOf(phrase.map(withoutComma).join(" "));
    if (meanings.length > 0) return { words: phrase, meanings };
  }
  return { words: words.slice(0, 1), meanings: [] };
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
const anywhere = (text: string): string => `%${escaped(text)}%`;
const withoutComma = (word: string): string => word.replace(/(?<=.),+$/, "");

/**
 * Returns a pattern that matches the words in this order, with one character between them, such as a space or a line
 * end.
 */
const asTyped = (words: readonly string[]): string => `%${withoutComma(words.map(escaped).join("_"))}%`;

function meaningsOf(phrase: string): SearchPart[][] {
  const day = dayOf(phrase);
  if (day) {
    const { year = "____", month, day: date = "__" } = day;
    return [[`%${month}-${date}-${year}%`], [`%${year}-${month}-${date}%`]];
  }
  const amount = amountOf(phrase) ?? fractionOf(phrase);
  if (amount !== null) return [[anywhere(amount)]];
  const unnamed = /^no name \((\d{1,15})\)$/i.exec(phrase);
  if (unnamed) return [[Number(unnamed[1])]];
  if (/^\d+ files?$/i.test(phrase)) return [["%/homepage/files/%"]];
  return [];
}

interface Day {
  year?: string;
  month: string;
  day?: string;
}

/** Reads a date, or a month with a day or a year. The returned month and day have two digits. */
function dayOf(phrase: string): Day | null {
  if (/^\d+(\.\d+)?$/.test(phrase)) return null;
  const whole = parseDate(phrase);
  const [year, month, day] = whole.ok && whole.value ? whole.value.split("-") : [];
  if (year && month && day) return { year, month, day };
  const ofYear =
    /^(?<year>\d{4})[-/](?<month>\d{1,2})$/.exec(phrase) ??
    /^(?<month>\d{1,2})[-/](?<year>\d{4})$/.exec(phrase);
  if (ofYear?.groups) return withMonth(Number(ofYear.groups.month), { year: ofYear.groups.year });
  const named =
    /^(?<name>[a-z]{3,9})\.? (?:(?<year>\d{4})|(?<day>\d{1,2}))$/i.exec(phrase) ??
    /^(?<day>\d{1,2}) (?<name>[a-z]{3,9})\.?$/i.exec(phrase);
  if (!named?.groups) return null;
  const { name = "", year: ofName, day: date } = named.groups;
  return withMonth(monthNamed(name), { year: ofName, day: date?.padStart(2, "0") });
}

function withMonth(month: number, rest: { year?: string | undefined; day?: string | undefined }): Day | null {
  if (month < 1 || month > 12) return null;
  const { year, day } = rest;
  return { month: String(month).padStart(2, "0"), ...(year ? { year } : {}), ...(day ? { day } : {}) };
}

/**
 * Returns the number of a month from 1 to 12; 0 for any other word. Accepts the abbreviations that tables show: three
 * letters and "Sept".
 */
function monthNamed(name: string): number {
  const word = name.toLowerCase();
  return (
    months.findIndex(
      (month) => month === word || month.slice(0, 3) === word || (word === "sept" && month === "september"),
    ) + 1
  );
}

/** Converts an amount to the stored format: without a peso sign, separators and trailing zeros. */
function amountOf(phrase: string): string | null {
  const written = /^([+-]?)(?:₱|php|p)? ?([+-]?[\d,]*\d[\d,]*)(\.\d*)?$/i.exec(phrase);
  if (!written) return null;
  const [, sign = "", whole = "", decimals = ""] = written;
  const plain = `${sign}${whole}`.replace(/[,+]/g, "") + decimals.replace(/\.?0*$/, "");
  return plain === phrase ? null : plain;
}

/** Converts a percentage to the stored fraction. Keeps the typed decimal digits: 12.50% becomes 0.1250. */
function fractionOf(phrase: string): string | null {
  const written = /^([+-]?[\d,]{1,15}(?:\.(\d{0,8}))?) ?%$/.exec(phrase);
  if (!written) return null;
  const [, number = "", decimals = ""] = written;
  const value = Number(number.replaceAll(",", ""));
  return Number.isFinite(value) ? (value / 100).toFixed(decimals.length + 2) : null;
}

const isPartOfPending = (word: string): boolean => word.length > 2 && "pending".includes(word.toLowerCase());
