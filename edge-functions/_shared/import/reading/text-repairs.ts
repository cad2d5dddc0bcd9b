/**
 * Repairs texts that another program quoted, escaped or decoded wrongly, such as `="00123"`, `&amp;` and `Ã±`. Each
 * repair adds a note to its cell.
 */
import { unwrapText } from "../../rules/text.ts";
import { withoutFormulaMark } from "./block.ts";
import { linkOfFormula } from "./cells.ts";

export interface Repair {
  /** Repaired text. Null if the text means that the cell has no value. */
  text: string | null;
  note: string;
}

/** Texts that spreadsheets show for a failed computation or a column that is too narrow. */
const errorShown = /^#(?:(?:REF|VALUE|NULL|NUM|DIV\/0|SPILL|CALC)!|NAME\?|N\/A|#{2,})$/i;
/** Matches a formula that was saved instead of its result: a function call or a cell address. */
const formula = /^=\s*[-+(]*\s*(?:[A-Z][A-Z.\d]*\s*\(|\$?[A-Z]{1,3}\$?\d+\b|'?[^'!]+'?!)/;

/**
 * Returns the repaired text with a note, or an error message if it can't be repaired; undefined if the text needs no
 * repair.
 */
export function repairText(text: string): Repair | { problem: string } | undefined {
  if (/^\\N$/.test(text.trim())) return { text: null, note: "\\N means no value; left blank" };
  const notes: string[] = [];
  let read = text;
  for (const step of steps) {
    const repaired = step(read);
    if (repaired === undefined || repaired.text === read) continue;
    read = repaired.text;
    notes.push(repaired.note);
  }
  if (errorShown.test(read.trim())) {
    return { problem: `the cell shows the error ${read.trim()}` };
  }
  // An apostrophe before a formula marks it as text.
  const isMarked = withoutFormulaMark(text.trim()) !== text.trim();
  if (!isMarked && formula.test(read.trim())) {
    return { problem: "the cell contains a formula instead of its result; enter the value" };
  }
  if (read.includes("\ufffd")) return { problem: "a letter was lost at �; type the text again" };
  return notes.length === 0 ? undefined : { text: read, note: notes.join("; ") };
}

type Step = (text: string) => { text: string; note: string } | undefined;

const unwrapped: Step = (text) => {
  const read = unwrapText(withoutFormulaMark(text.trim()));
  return read === text.trim() ? undefined : { text: read, note: `${text.trim()} is read as ${read}` };
};

const linkShown: Step = (text) => {
  const address = linkOfFormula(text);
  if (address === undefined) return undefined;
  const shown = /,\s*"((?:[^"]|"")*)"\s*\)\s*$/.exec(text)?.[1]?.replaceAll('""', '"');
  return { text: shown ?? address, note: `the formula links to ${address}` };
};

/**
 * Characters of Windows-1252 for the bytes 0x80 to 0x9f. Bytes without a character map to the control character of the
 * same code.
 */
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";
const followers = `[\u0080-\u00bf${windows1252}]`;
const decodedTwice = new RegExp(`[ÂÃ]${followers}|[âï]${followers}{2}`, "g");

const byteOf = (sign: string): number => {
  const place = windows1252.indexOf(sign);
  return place < 0 ? (sign.codePointAt(0) ?? 0) : 0x80 + place;
};

/**
 * Decodes the characters as UTF-8. If the result is not a letter or sign of Philippine texts, returns the characters
 * unchanged.
 */
function decodedOnce(signs: string): string {
  try {
    const bytes = Uint8Array.from(signs, byteOf);
    const [letter = ""] = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return /[\u00a0-\u00ff\u2010-\u2044\u20b1\u2122\ufeff]/.test(letter) ? letter : signs;
  } catch {
    return signs;
  }
}

const decoded: Step = (text) => {
  let read = text;
  // Repeats the repair, because some texts were decoded wrongly more than once.
  for (let round = 0; round < 3 && decodedTwice.test(read); round++)
    read = read.replace(decodedTwice, decodedOnce);
  decodedTwice.lastIndex = 0;
  return { text: read, note: "wrongly decoded letters are corrected" };
};

/** Restores ñ and Ñ in text that was written in the DOS code page but decoded as Windows-1252. */
const dosLetters: Step = (text) => ({
  text: text.replace(/(?<=\p{L})¤|¤(?=\p{Ll})/gu, "ñ").replace(/(?<=\p{Lu})¥|¥(?=\p{L})/gu, "Ñ"),
  note: "¤ and ¥ inside words are read as ñ and Ñ",
});

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ntilde: "ñ",
  Ntilde: "Ñ",
  eacute: "é",
  Eacute: "É",
  aacute: "á",
  iacute: "í",
  oacute: "ó",
  uacute: "ú",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  hellip: "…",
};

const unescaped: Step = (text) => {
  let read = text;
  // Repeats the repair, because some texts were escaped more than once: "&amp;amp;".
  for (let round = 0; round < 3 && /&#?\w+;/.test(read); round++) {
    read = read.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
      if (name) return entities[name] ?? whole;
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      return code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
  }
  read = read.replace(/<br ?\/?>/gi, "\n");
  return { text: read, note: "characters escaped for a web page are corrected" };
};

const steps: readonly Step[] = [unwrapped, linkShown, decoded, dosLetters, unescaped];

/** Removes a footnote mark after a number: "1,500¹", "1,500 1/", "900*". Returns null for any other text. */
export function withoutFootnote(text: string): { text: string; mark: string } | null {
  const [, number, mark] =
    /^(\(?[^\p{L}]{0,2}\d[\d,.]*\)?%?)\s*([¹²³⁰⁴-⁹]+|[*†‡§]+|\s\d\/|[a-z]\/|\([a-z]\))$/iu.exec(
      text.trim(),
    ) ?? [];
  return number && mark ? { text: number, mark: mark.trim() } : null;
}

/** Removes a footnote mark after a name: "Ani Growers¹", "Ani Growers*". Returns null for any other text. */
export function nameWithoutFootnote(name: string): { text: string; mark: string } | null {
  const [, text, mark] = /^(.*[\p{L}).'"])\s*([¹²³⁰⁴-⁹]+|[*†‡§]+)$/su.exec(name.trim()) ?? [];
  return text && mark ? { text, mark } : null;
}

const numbered = /^(\d{1,4})[.)]\s*(?=\p{L})/u;

/** True if the texts are numbered: "1. Ani", "2. Bayani". The numbering can start again at 1. */
export function areNumbered(texts: readonly string[]): boolean {
  const figures = texts.map((text) => Number(numbered.exec(text)?.[1] ?? Number.NaN));
  return (
    figures.length > 1 &&
    figures[0] === 1 &&
    figures.every((figure, place) => place === 0 || figure === 1 || figure === (figures[place - 1] ?? 0) + 1)
  );
}

export const withoutNumber = (text: string): string => text.replace(numbered, "");
