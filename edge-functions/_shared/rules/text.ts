/** Text: comparing names as people mean them, joining and splitting lists. */

const apostrophes = /[\u2018\u2019\u201b\u02bc\u02b9\u00b4\u0060\u2032]/g;
const dashes = /[\u2010-\u2015\u2212]/g;
const marks = /\p{M}+/gu;

/**
 * A name reduced to what identifies it: no accents, one kind of apostrophe and dash, single spaces, lower case. So
 * "Licabeñong  Farmers’ Ass’n" equals "LICABENONG FARMERS' ASS'N". Empty for null.
 */
export function foldText(value: unknown): string {
  if (value === null || value === undefined) return "";
  // The acute accent would come apart into a blank and a mark, and primes only appear by coming apart: before and after.
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

/** Letters and digits of a heading, so that "ARBO ID", "arbo_id" and "Arbo-Id" are one. */
export const foldHeading = (value: unknown): string => foldText(value).replace(/[^a-z0-9]/g, "");

/** A list as the API sends it: items trimmed, blanks dropped, joined by commas. */
export const joinList = (items: readonly unknown[]): string => cleanList(items).join(",");

/** The items of a comma-joined text, or of a list. */
export const splitList = (value: unknown): string[] =>
  Array.isArray(value) ? cleanList(value) : cleanList(String(value ?? "").split(","));

const cleanList = (items: readonly unknown[]): string[] =>
  items.map((item) => String(item ?? "").trim()).filter((item) => item !== "");

/** Signs that take no room, and so hide in a text: joiners, marks of direction, soft hyphens, byte order marks. */
const unseen = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const blanks = /[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;

/**
 * A text as it is stored, as `private.tidy_text` has it: composed letters (NFC), no signs that cannot be seen, single
 * blanks, none at the ends of lines. Line breaks stay, but for those around the text.
 */
export const tidyText = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(unseen, "")
    .normalize("NFC")
    .replace(blanks, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/^[ \n]+|[ \n]+$/g, "");

/** "a", "a and b", "a, b and c". */
export const enumerate = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** "an ARBO", "a sale": by the first letter of the noun. */
export const withArticle = (noun: string): string =>
  `${/^(?:[aeio]|u(?!se))/i.test(noun) ? "an" : "a"} ${noun}`;

/**
 * A text without the wrapping by which spreadsheets keep it a text: `="00123"` and `'00123` are 00123. Forms, the API and
 * imports read it alike.
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
