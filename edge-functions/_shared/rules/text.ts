/** Functions for texts: normalize names for comparison, join and split lists. */

const apostrophes = /[\u2018\u2019\u201b\u02bc\u02b9\u00b4\u0060\u2032]/g;
const dashes = /[\u2010-\u2015\u2212]/g;
const marks = /\p{M}+/gu;

/**
 * Normalizes a name for comparison: no accents, one kind of apostrophe and dash, single spaces, lower case. So
 * "Licabeñong Farmers’ Ass’n" equals "LICABENONG FARMERS' ASS'N".
 */
export function foldText(value: unknown): string {
  if (value === null || value === undefined) return "";
  // Replace apostrophes before and after NFKD, a Unicode normalization. NFKD splits an acute accent into a blank and a
  // mark, and converts other characters to prime signs.
  return String(value)
    .replace(apostrophes, "'")
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(apostrophes, "'")
    .replace(dashes, "-")
    .replace(marks, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Reduces a heading to letters and digits, so that "ARBO ID", "arbo_id" and "Arbo-Id" are equal. */
export const foldHeading = (value: unknown): string => foldText(value).replace(/[^a-z0-9]/g, "");

/** Joins a list for the API: trims items, drops blank ones, and separates them by commas. */
export const joinList = (items: readonly unknown[]): string => cleanList(items).join(",");

/** Splits a text at its commas into trimmed items, without blank ones. Also accepts a list. */
export const splitList = (value: unknown): string[] =>
  Array.isArray(value) ? cleanList(value) : cleanList(String(value ?? "").split(","));

const cleanList = (items: readonly unknown[]): string[] =>
  items.map((item) => String(item ?? "").trim()).filter((item) => tidyText(item) !== "");

/** Matches invisible characters: joiners, direction marks, soft hyphens, byte order marks. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const blanks = /[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;
const lineBreaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Normalizes a text before it is stored, like the SQL function `private.tidy_text`. The result has composed letters
 * (NFC), no invisible characters, single blanks, no blanks at line ends, and no line breaks at the start or end. All
 * other line breaks become "\n".
 */
export const tidyText = (text: string): string =>
  text
    .replace(lineBreaks, "\n")
    .replace(unseen, "")
    .normalize("NFC")
    .replace(blanks, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/^[ \n]+|[ \n]+$/g, "");

/** Joins items for a sentence: "a", "a and b", "a, b and c". */
export const enumerate = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** Adds "a" or "an" before a noun, depending on its first letter: "an ARBO", "a sale". */
export const withArticle = (noun: string): string =>
  `${/^(?:[aeio]|u(?!se))/i.test(noun) ? "an" : "a"} ${noun}`;

/**
 * Removes the characters around a value that make spreadsheets treat it as text: `="00123"` and `'00123` become 00123.
 * Used by forms, the API and imports.
 */
export function unwrapText(text: string): string {
  let read = text.trim();
  for (let inner = wrapped(read); inner !== undefined; inner = wrapped(read)) read = inner.trim();
  return read;
}

function wrapped(text: string): string | undefined {
  const content = /^=\s*(?:T\s*\(\s*)?"((?:[^"]|"")*)"\s*\)?$/i.exec(text)?.[1];
  return content?.replaceAll('""', '"') ?? /^'([\d-]{3,})'?$/.exec(text)?.[1];
}
