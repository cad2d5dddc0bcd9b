/**
 * What somebody types into a search, as what may be stored: tables show a date as "Mar 18, 2025" and a number as
 * "25,517,000", people type 3/18/2025, and rows hold other texts than both. Nothing is guessed away: what was typed
 * is always looked for as it is, too.
 */
import { parseDate } from "./dates.ts";
import { tidyText } from "./text.ts";

/** A pattern of LIKE that some value of the row holds, the row's own number, or null: the row has no stage. */
export type SearchPart = string | number | null;

/** Alternatives of which one must hold; of an alternative, everything must. */
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

/** "Friday, March 5, 2021" */
const longestPhrase = 4;

/**
 * The terms of a search, all of which must hold. Words that together are a date or an amount are one term.
 * @param staged Whether the table shows rows without a stage as Pending.
 */
export function searchTerms(query: string, staged = false): SearchTerm[] {
  const words = tidyText(query)
    .replaceAll("\u0000", "")
    .split(/\s+/)
    .filter((word) => word !== "");
  const terms = new Map<string, SearchTerm>();
  for (let at = 0; at < words.length; ) {
    const phrase = firstPhrase(words.slice(at, at + longestPhrase));
    const pending = staged && phrase.words.length === 1 && isPartOfPending(phrase.words[0] ?? "");
    const term = [[asTyped(phrase.words)], ...phrase.meanings, ...(pending ? [[null]] : [])];
    terms.set(JSON.stringify(term), term);
    at += phrase.words.length;
  }
  return [...terms.values()];
}

interface Phrase {
  words: readonly string[];
  meanings: readonly (readonly SearchPart[])[];
}

/** The longest beginning of the words that means something; one word at least. */
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

/** Words that mean something together stand together, whatever parts them: a blank, or the end of a line. */
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

/** A date, or a part of one that names its month, with two digits each for month and day. */
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

/** From 1; 0 for what is no month. Short forms are those that tables show: three letters, and "Sept". */
function monthNamed(name: string): number {
  const word = name.toLowerCase();
  return (
    months.findIndex(
      (month) => month === word || month.slice(0, 3) === word || (word === "sept" && month === "september"),
    ) + 1
  );
}

/** An amount as it is stored: without a peso sign, separators, and noughts that end its decimals. */
function amountOf(phrase: string): string | null {
  const written = /^([+-]?)(?:₱|php|p)? ?([+-]?[\d,]*\d[\d,]*)(\.\d*)?$/i.exec(phrase);
  if (!written) return null;
  const [, sign = "", whole = "", decimals = ""] = written;
  const plain = `${sign}${whole}`.replace(/[,+]/g, "") + decimals.replace(/\.?0*$/, "");
  return plain === phrase ? null : plain;
}

/** A percentage as the fraction that is stored, with as many digits as were typed: 12.50% as 0.1250. */
function fractionOf(phrase: string): string | null {
  const written = /^([+-]?[\d,]{1,15}(?:\.(\d{0,8}))?) ?%$/.exec(phrase);
  if (!written) return null;
  const [, number = "", decimals = ""] = written;
  const value = Number(number.replaceAll(",", ""));
  return Number.isFinite(value) ? (value / 100).toFixed(decimals.length + 2) : null;
}

const isPartOfPending = (word: string): boolean => word.length > 2 && "pending".includes(word.toLowerCase());
