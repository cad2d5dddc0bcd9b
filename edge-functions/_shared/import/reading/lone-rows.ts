/**
 * Handles rows with a single text between data rows. The text can be a note ("*** nothing follows ***"), a title
 * ("Table 2"), or the town or province of the rows below.
 */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { parseQuarter } from "../../validate/parse-period.ts";
import { cellText, isBlankCell, isCellProblem, type SheetRow } from "./cells.ts";
import { type ChosenColumn, fieldLabel } from "./columns.ts";
import { isDittoMark, isOwnName, withCell } from "./fill-down.ts";
import { type Asker, nameRows } from "./questions.ts";
import { parsePeriod } from "./words/periods.ts";

const notes =
  /^(?:[^\p{L}\d]|x{2,}(?= ))*(?:nothing follows?|end of (?:the )?(?:list|report|file|table|document|page|record)|page \d+|pp?\. ?\d+|\d+ (?:of|\/) \d+$|as of\b|sheet \d+|printed\b|generated\b|continued\b|cont'?d\b|continuation\b|see next page|run date|report (?:date|generated)|(?:date|time) (?:printed|generated|prepared|of report)|annex [a-z\d]+\b|appendix [a-z\d]+\b|for the (?:month|quarter|year|period)\b|(?:cy|fy) \d{4}$|(?:https?:|www\.)|confidential\b|n ?= ?\d+)/iu;

/** True if a text is a note about the list and not part of its data. */
export const isNote = (text: string): boolean =>
  notes.test(text.trim()) ||
  (/^[^\p{L}\p{N}]{3,}$/u.test(text.trim()) && !isDittoMark(text)) ||
  /^x{4,}$/i.test(text.trim());

export const textsOf = (row: SheetRow): string[] => [
  ...new Set(
    row.cells
      .filter((cell) => !isBlankCell(cell) && !isCellProblem(cell))
      .map((cell) => cellText(cell).trim()),
  ),
];

/** True if the row has a single text with letters, which may be the town or province of the rows below. */
export function isLoneName(row: SheetRow): boolean {
  const [text = "", ...others] = textsOf(row);
  return others.length === 0 && /\p{L}{3}/u.test(text);
}

/** Matches headings above a group of rows: "Municipality of Licab", "II. Second district", "LICAB:". */
export const groupName =
  /^(?:(?:municipality|town|city|province|district|region|table|list|barangay|brgy|cluster|congressional)\b|[ivx]+\s*[.)]|\d+(?:st|nd|rd|th) district)|:$/i;

/**
 * Returns the rows with a single text that are probably not data.
 * - If the other rows usually have three or more texts, returns all rows with a single text.
 * - If the other rows usually have two texts, a row with a single text may be data with a blank cell. Such a row is
 *   returned only if its text names a group, or if its text is in capitals and some other rows are not.
 */
export function loneRows(rows: readonly SheetRow[]): SheetRow[] {
  const few = rows.filter((row) => textsOf(row).length === 1);
  const others = rows.filter((row) => !few.includes(row));
  const counts = others.map((row) => textsOf(row).length).sort((one, other) => one - other);
  const usual = counts[Math.floor(counts.length / 2)] ?? 0;
  if (usual >= 3) return few;
  const inCapitals = (row: SheetRow) =>
    /\p{Lu}{3}/u.test(textsOf(row)[0] ?? "") && !/\p{Ll}/u.test(textsOf(row)[0] ?? "");
  const mixed = others.some((row) => !inCapitals(row));
  return usual < 2
    ? []
    : few.filter((row) => groupName.test(textsOf(row)[0] ?? "") || (mixed && inCapitals(row)));
}

interface Table {
  record: AnyRecord;
  chosen: ChosenColumn[];
  rows: readonly SheetRow[];
  /** Rows with a single text. */
  lone: readonly SheetRow[];
  asker: Asker;
}

const placeWords: Readonly<Record<string, string>> = { muncity_name: "town", province_name: "province" };
const quarterField = "reporting_quarter";

/**
 * Returns the fields that a row with a single text can fill in the rows below it: the place, the name of the parent,
 * and the quarter.
 */
export const groupFieldsOf = (record: AnyRecord): string[] =>
  [...Object.keys(placeWords), record.parent?.title ?? "", quarterField].filter(
    (field) => record.fields.some(({ name }) => name === field) && !isOwnName(record, field),
  );

/**
 * Asks the user about rows with a single text. Depending on the answer, omits these rows, imports them, or fills their
 * text into a column of the rows below, such as the town. Adds this column if it is missing.
 */
export function readLoneRows({ record, chosen, rows, lone, asker }: Table): SheetRow[] {
  if (lone.length === 0) return [...rows];
  const numbers = lone.map(({ row }) => row);
  const quoted = lone.slice(0, 3).map((row) => `“${textsOf(row)[0]?.slice(0, 60)}”`);
  const options: Record<string, string> = { out: "Leave out" };
  const areQuarters = lone.every((row) => namesQuarter(groupText(quarterField, row)));
  for (const field of groupFieldsOf(record)) {
    const fits = areQuarters === (field === quarterField);
    if (fits && isBlankBelow(chosen, rows, lone, field))
      options[field] = `The ${placeWords[field] ?? fieldLabel(record, field)} of the rows below`;
  }
  options.in = `Import as ${record.noun.many}`;
  const text = `${nameRows(numbers)} ${lone.length === 1 ? "has" : "have"} only one text: ${quoted.join(", ")}${lone.length > 3 ? ", …" : ""}.`;
  const answer = asker.ask<string>("lone rows", text, options);
  if (answer === "in") return [...rows];
  const out = new Set(numbers);
  return answer === null || answer === "out"
    ? rows.filter(({ row }) => !out.has(row))
    : withGroup(chosen, rows, out, answer);
}

const namesQuarter = (text: string): boolean =>
  parseQuarter(text) !== null || (parsePeriod(text, true)?.quarter ?? null) !== null;

/**
 * True if rows with a single text may contain the value of `field` for data rows: the table has no column for the
 * field, or a data row is blank in this column.
 */
function isBlankBelow(
  chosen: readonly ChosenColumn[],
  rows: readonly SheetRow[],
  lone: readonly SheetRow[],
  field: string,
): boolean {
  const column = chosen.findIndex((one) => one.field === field);
  return column < 0 || rows.some((row) => !lone.includes(row) && isBlankCell(row.cells[column]));
}

function withGroup(
  chosen: ChosenColumn[],
  rows: readonly SheetRow[],
  out: ReadonlySet<number>,
  field: string,
): SheetRow[] {
  let column = chosen.findIndex((one) => one.field === field);
  if (column < 0) {
    column = chosen.length;
    chosen.push({ heading: "", field, why: "from rows with only one text" });
  }
  let group: { value: string; row: number } | null = null;
  return rows.flatMap((row) => {
    if (out.has(row.row)) {
      group = { value: groupText(field, row), row: row.row };
      return [];
    }
    if (group === null || !isBlankCell(row.cells[column])) return [row];
    const { value, row: from } = group as { value: string; row: number };
    return [withCell(row, column, { value, shown: "", note: `${value}, from row ${from}` })];
  });
}

/** Returns the value of the field in a row with a single text, without a label such as "Quarter:". */
function groupText(field: string, row: SheetRow): string {
  const [text = ""] = textsOf(row);
  if (field in placeWords) return plainPlace(text);
  return text
    .replace(/^[\p{L} ]{1,20}:\s*(?=\S)/u, "")
    .replace(/[\s:]+$/, "")
    .trim();
}

/** Extracts the place name from a text such as "Table 2. Municipality of Licab:". */
const plainPlace = (text: string): string =>
  text
    .replace(/^(?:table|list|part)?\s*(?:\d+|[ivx]+|[a-z])\s*[.):-]\s*/i, "")
    .replace(/^(?:municipality|town|province|city\/municipality|mun\.?|prov\.?)(?: of\b|\s*:)\s*/i, "")
    .replace(/[\s:–—-]+$/, "")
    .trim();
