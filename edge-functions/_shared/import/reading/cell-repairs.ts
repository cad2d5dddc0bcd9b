/** Repairs cells before they are parsed: broken texts, footnote marks, links and years. */
import type { Field } from "../../records/vocabulary/types.ts";
import { parseDate } from "../../rules/dates.ts";
import { parseField } from "../../validate/parse-field.ts";
import { parseMonth } from "../../validate/parse-period.ts";
import { isBlankWord, isMark } from "../../validate/placeholders.ts";
import {
  cellText,
  cellValue,
  isCellProblem,
  isZeroFormula,
  linkOf,
  noteOf,
  type PlainCell,
  type RawCell,
  writtenIn,
} from "./cells.ts";
import { repairText, withoutFootnote } from "./text-repairs.ts";
import { isMoney, unitOf } from "./units.ts";

/** Returns a copy of the cell with a new value, but with the same shown text, link and earlier notes. */
export const replaceValue = (cell: RawCell, value: PlainCell, note?: string): RawCell => {
  const notes = [noteOf(cell), note].filter((text) => text !== undefined).join("; ");
  const link = linkOf(cell);
  return { value, shown: cellText(cell), ...(notes ? { note: notes } : {}), ...(link ? { link } : {}) };
};

type CellStep = (field: Field, cell: RawCell) => RawCell | undefined;

/** Adds the text that the cell had before a change, which the import later compares with the stored row. */
export function withWritten(before: RawCell, after: RawCell | undefined): RawCell | undefined {
  const written = writtenIn(before) ?? cellValue(before);
  const isRead = typeof after === "object" && after !== null && !(after instanceof Date);
  return isRead && typeof written === "string" ? { ...after, written } : after;
}

const textual =
  (step: CellStep): CellStep =>
  (field, cell) =>
    withWritten(cell, step(field, cell));

export function repairCell(field: Field, cell: RawCell): RawCell | undefined {
  if (isCellProblem(cell)) return undefined;
  const steps = [
    zeroFormulaStep,
    textual(textStep),
    textual(lostLetterStep),
    linkStep,
    lostPesoStep,
    numberStep,
    yearStep,
    blankDateStep,
    monthStep,
    yesNoStep,
  ];
  const read = steps.reduce<RawCell>((now, step) => step(field, now) ?? now, cell);
  return read === cell ? undefined : read;
}

/** Kinds of fields in which 0 is a valid value. */
const zeroKinds: ReadonlySet<Field["kind"]> = new Set(["integer", "decimal"]);

/** Reads the result 0 of a formula as blank, because a formula that refers to an empty cell has this result. */
function zeroFormulaStep({ kind }: Field, cell: RawCell): RawCell | undefined {
  if (!isZeroFormula(cell) || zeroKinds.has(kind)) return undefined;
  return replaceValue(cell, null, "the formula has the result 0, as for an empty cell; left blank");
}

function textStep(_: Field, cell: RawCell): RawCell | undefined {
  const value = cellValue(cell);
  const repair = typeof value === "string" ? repairText(value) : undefined;
  if (!repair) return undefined;
  return "problem" in repair
    ? { problem: repair.problem, text: cellText(cell) }
    : replaceValue(cell, repair.text, repair.note);
}

/** Matches internet addresses. They can contain question marks. */
const address = /:\/\/|^www\.|\.[a-z]{2,}\/|\?\w+=/i;

/**
 * Reports a question mark between two letters, as in "Licabe?ong". Programs write it for a letter that the encoding of
 * the file lacks. In a long text, the question mark may be meant, so the cell only gets a note. Internet addresses are
 * not changed, and names of places are matched without the letter (rules/places.ts).
 */
function lostLetterStep(field: Field, cell: RawCell): RawCell | undefined {
  const value = cellValue(cell);
  const isText = field.kind === "text" || field.kind === "long_text" || field.kind === "list";
  const isPlace = field.options?.from === "place";
  if (!isText || isPlace || field.attached || typeof value !== "string" || !value.includes("?"))
    return undefined;
  const words = value.split(/\s+/).filter((word) => !address.test(word));
  if (!words.some((word) => /\p{L}\?\p{L}/u.test(word))) return undefined;
  if (field.kind === "long_text") return replaceValue(cell, value, "a letter may be lost at ?");
  return { problem: "a letter was lost at ?; type the text again", text: cellText(cell) };
}

/** Removes a "?" before an amount. Programs write it for the sign ₱ if the encoding of the file lacks this sign. */
function lostPesoStep(field: Field, cell: RawCell): RawCell | undefined {
  const value = cellValue(cell);
  if (!isAmount(field) || typeof value !== "string") return undefined;
  const [, sign, amount] = /^\s*([(+-]?)\s*\?\s*([(+-]?[\d.].*|[-–—]+)\s*$/.exec(value) ?? [];
  return amount === undefined ? undefined : replaceValue(cell, `${sign}${amount}`, "? is read as a lost ₱");
}

/** True if the values of the field are amounts in pesos, or decimal numbers without a unit, such as prices. */
export function isAmount(field: Field): boolean {
  const unit = unitOf(field);
  if (unit) return isMoney(unit);
  return field.kind === "decimal";
}

const isAddress = (text: string): boolean => /^(?:https?:|www\.|\/|mailto:)/i.test(text.trim());

/** In a field for links, replaces a text such as "scan" with the address of the cell's hyperlink. */
function linkStep(field: Field, cell: RawCell): RawCell | undefined {
  const link = linkOf(cell) ?? /^the formula links to (.+)$/.exec(noteOf(cell) ?? "")?.[1];
  if (!field.attached || !link || isAddress(cellText(cell))) return undefined;
  return { value: link, shown: cellText(cell), note: `the address that “${cellText(cell)}” links to` };
}

function numberStep(field: Field, cell: RawCell): RawCell | undefined {
  if (field.kind !== "integer" && field.kind !== "decimal" && field.kind !== "year") return undefined;
  const value = cellValue(cell);
  const plain = typeof value === "string" ? withoutFootnote(value) : null;
  return plain
    ? replaceValue(cell, plain.text, `“${plain.mark}” looks like a footnote mark and is left out`)
    : undefined;
}

/**
 * Converts a date in a year column to its year. Reports a date in 1905 as an error: the cell probably contains a year
 * such as 2015, which its date format shows as a day in 1905.
 */
function yearStep(field: Field, cell: RawCell): RawCell | undefined {
  const value = cellValue(cell);
  if (field.kind !== "year" || !(value instanceof Date)) return undefined;
  const year = value.getUTCFullYear();
  const serial = Math.round((value.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000);
  if (year === 1905 && serial >= 1900 && serial <= 2100) {
    return {
      problem: `the cell contains ${serial} and shows the year 1905; format it as a number`,
      text: String(year),
    };
  }
  return replaceValue(cell, year, "a date; only its year is used");
}

const filipinoDay = /^(?:lunes|martes|miyerkules|huwebes|biyernes|sabado|linggo)\b,? */i;

/** Replaces Filipino words of a date: "ika-5 ng Hunyo 2024" becomes "5 June 2024". */
function monthStep({ kind }: Field, cell: RawCell): RawCell | undefined {
  const value = cellValue(cell);
  if (kind !== "date" || typeof value !== "string" || !/[a-z]{3}/i.test(value)) return undefined;
  const read = value
    .trim()
    .replace(filipinoDay, "")
    .replace(/\bika-? ?(?=\d)|\bng /gi, "")
    .replace(/[a-z]{3,}/gi, (word) => parseMonth(word) ?? word);
  return read !== value && parseDate(read).ok ? replaceValue(cell, read) : undefined;
}

/** Reads a word such as "TBA" or "N/A" in a date column as blank. */
function blankDateStep({ kind }: Field, cell: RawCell): RawCell | undefined {
  const value = cellValue(cell);
  if (
    kind !== "date" ||
    typeof value !== "string" ||
    /\d/.test(value) ||
    isMark(value) ||
    !isBlankWord(value)
  )
    return undefined;
  return replaceValue(cell, null, `"${value.trim()}" means no value; left blank`);
}

/** Marks and words in a column of Yes or No, besides the words that forms accept. Wingdings shows ü and þ as ticks. */
const yesMark = /^(?:[✓✔√☑✅üþ\uf0fc-\uf0fe]|\/+|1|opo|meron|mayroon)$/i;
const noMark = /^(?:[☐□○]|0|wala)$/i;
/** An "x" can be a tick or a cross. */
const unclearMark = /^(?:[xv✗✘✕❌☒●•■]|\*+)$/i;

/** Reads marks and Filipino words in a column of Yes or No. Reports marks that may mean both. */
function yesNoStep(field: Field, cell: RawCell): RawCell | undefined {
  const value = cellValue(cell);
  if (field.kind !== "yes_no" || value === null || parseField(field, value).ok) return undefined;
  const text = cellText(cell).trim();
  const mark = text.replace(/[\s()[\].]|\ufe0f/g, "");
  if (unclearMark.test(mark)) return { problem: `"${text}" may mean Yes or No; write one of these`, text };
  const read = yesMark.test(mark) ? "Yes" : noMark.test(mark) ? "No" : mark;
  return parseField(field, read).ok && mark !== ""
    ? replaceValue(cell, read, read === mark ? undefined : `"${text}" is read as ${read}`)
    : undefined;
}
