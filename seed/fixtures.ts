/** Rows of import files for tests: plausible masterlists with known faults at known positions. */
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { type ArboValue, makeArbo } from "./country/arbo.ts";
import { readGazetteer } from "./lib/gazetteer.ts";
import { createRandom } from "./lib/random.ts";

/** A cell as exceljs reads and writes it. Dates are at midnight UTC. */
export type FixtureCell = string | number | Date | null | { formula: string; result: number };

export interface MasterlistFixture {
  /** Column names in the order of the import (spec section 5). */
  header: string[];
  /** Rows without the header. Row 0 is line 2 of the sheet. */
  rows: FixtureCell[][];
}

const ROWS = 600;

/** Returns `count` row indexes, which start at `first` and are `step` apart. */
const every = (count: number, step: number, first: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index * step);

/** Indexes of the faulty rows in `rows`, by kind of fault. A row has at most one fault; a test checks this. */
const otherProvinceRows = every(40, 15, 3);
const withoutIdRows = every(25, 24, 5);
const textInNumberRows = every(10, 60, 16);
const duplicateIdRows = every(5, 120, 34);
const formulaRow = 300;

/** Number of rows from a duplicate row up to the faultless row with the same ARBO ID. */
const DUPLICATE_OF = 2;

const TEXTS = [
  "n/a",
  "none",
  "for validation",
  "TBD",
  "twelve",
  "12 pcs",
  "see note",
  "x",
  "not yet",
  "see remarks",
] as const;

/**
 * Number columns into which the fixture writes texts. None of these columns is part of a total. So no total becomes
 * wrong when an import reads a text as 0 (spec section 5).
 */
const TEXT_COLUMNS = [
  "enterprises_services_count",
  "total_asset",
  "members_with_savings",
  "total_liabilities",
] as const;

/**
 * Numbers of rows and faults that a correct import of `masterlistFixture()` finds. The rows with the fault "other
 * province" are in Tarlac; all other rows are in Nueva Ecija.
 */
export const masterlistExpected = {
  rows: ROWS,
  withId: ROWS - withoutIdRows.length,
  withoutId: withoutIdRows.length,
  /** Number of rows that users of each level and office may import. Tarlac is in the same region as Nueva Ecija. */
  kept: {
    central: ROWS,
    regionIII: ROWS,
    nuevaEcija: ROWS - otherProvinceRows.length,
    tarlac: otherProvinceRows.length,
    otherRegion: 0,
  },
  otherProvince: otherProvinceRows.length,
  textInNumberCells: textInNumberRows.length,
  /** duplicateIds: number of rows that repeat the ARBO ID of an earlier row. distinctIds: number of different IDs. */
  duplicateIds: duplicateIdRows.length,
  distinctIds: ROWS - withoutIdRows.length - duplicateIdRows.length,
  formulaCells: 1,
  /** Positions of the faults, as indexes into `rows`. */
  at: { otherProvinceRows, withoutIdRows, textInNumberRows, duplicateIdRows, formulaRow },
} as const;

/**
 * Returns 600 rows, most of them of Nueva Ecija, with the faults of `masterlistExpected`. Dates alternate between
 * MM-DD-YYYY, YYYY-MM-DD and date cells. One total is a formula. The IDs differ from those of the demo and national
 * data.
 */
export function masterlistFixture(): MasterlistFixture {
  const columns = arboMasterlist.fields.map((field) => field.name as string);
  const gazetteer = readGazetteer();
  const random = createRandom("fixture/masterlist");
  const taken = new Set<string>();
  const sheet = Array.from({ length: ROWS }, (_, index) => {
    const province = gazetteer.province(otherProvinceRows.includes(index) ? "Tarlac" : "Nueva Ecija");
    const arbo = makeArbo(random, { province, arcs: [], sequence: 20_001 + index, taken });
    return columns.map((column) => cellOf(column, arbo[column] ?? null, index));
  });
  const put = (index: number, column: string, value: FixtureCell) => {
    const row = sheet[index];
    if (row) row[columns.indexOf(column)] = value;
  };

  for (const index of withoutIdRows) put(index, "arbo_id", null);
  for (const index of duplicateIdRows) {
    put(index, "arbo_id", sheet[index - DUPLICATE_OF]?.[columns.indexOf("arbo_id")] ?? null);
  }
  for (const [turn, index] of textInNumberRows.entries()) {
    put(index, TEXT_COLUMNS[turn % TEXT_COLUMNS.length] ?? "total_asset", TEXTS[turn] ?? "n/a");
  }
  const parts = ["total_member_male", "total_member_female"].map((column) => columns.indexOf(column));
  const sum = parts.reduce((total, part) => total + Number(sheet[formulaRow]?.[part]), 0);
  const formula = parts.map((part) => `${columnLetters(part)}${formulaRow + 2}`).join("+");
  put(formulaRow, "total_member", { formula, result: sum });
  return { header: columns, rows: sheet };
}

const dateColumns: ReadonlySet<string> = new Set(
  arboMasterlist.fields.filter((field) => field.kind === "date").map((field) => field.name),
);

function cellOf(column: string, value: ArboValue, index: number): FixtureCell {
  if (typeof value !== "string" || !dateColumns.has(column)) return value;
  const [year, month, day] = value.split("-");
  return [`${month}-${day}-${year}`, value, new Date(`${value}T00:00:00Z`)][index % 3] ?? null;
}

/** Returns the letters of a spreadsheet column: 0 becomes A, 26 becomes AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
