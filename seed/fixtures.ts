/** Rows of import files for tests: plausible masterlists with known faults in known places. */
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { type ArboValue, makeArbo } from "./country/arbo.ts";
import { readGazetteer } from "./lib/gazetteer.ts";
import { createRandom } from "./lib/random.ts";

/** A cell as exceljs reads and writes it. Dates are at midnight UTC. */
export type FixtureCell = string | number | Date | null | { formula: string; result: number };

export interface MasterlistFixture {
  /** The column names in the order of the import (specification, section 5). */
  header: string[];
  /** Row 0 is line 2 of the sheet, under the header. */
  rows: FixtureCell[][];
}

const ROWS = 600;

/** Every `step`th row from `first`; the lists below have no row in common, as the tests check. */
const every = (count: number, step: number, first: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index * step);

/** Indexes into `rows`. */
const otherProvinceRows = every(40, 15, 3);
const withoutIdRows = every(25, 24, 5);
const textInNumberRows = every(10, 60, 16);
const duplicateIdRows = every(5, 120, 34);
const formulaRow = 300;

/** A duplicate repeats the ARBO ID of the row this many rows above it, which has no fault. */
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

/** Number columns that are no part of a total, so that the 0 they become (section 5) contradicts nothing. */
const TEXT_COLUMNS = [
  "enterprises_services_count",
  "total_asset",
  "members_with_savings",
  "total_liabilities",
] as const;

/**
 * What a correct import finds in `masterlistFixture()`. Faulty rows of different kinds are different rows; all of them
 * but those of another province lie in Nueva Ecija.
 */
export const masterlistExpected = {
  rows: ROWS,
  withId: ROWS - withoutIdRows.length,
  withoutId: withoutIdRows.length,
  /** Rows that a user of that level keeps; the other province lies in the same region. */
  kept: {
    central: ROWS,
    regionIII: ROWS,
    nuevaEcija: ROWS - otherProvinceRows.length,
    tarlac: otherProvinceRows.length,
    otherRegion: 0,
  },
  otherProvince: otherProvinceRows.length,
  textInNumberCells: textInNumberRows.length,
  /** Rows whose ARBO ID stands in an earlier row, and different IDs among those present. */
  duplicateIds: duplicateIdRows.length,
  distinctIds: ROWS - withoutIdRows.length - duplicateIdRows.length,
  formulaCells: 1,
  /** Where the faults are: indexes into `rows`. */
  at: { otherProvinceRows, withoutIdRows, textInNumberRows, duplicateIdRows, formulaRow },
} as const;

/**
 * 600 rows of Nueva Ecija with the faults of `masterlistExpected`. Dates stand in three forms by turns of the rows:
 * MM-DD-YYYY, YYYY-MM-DD and a real date. One total is a formula. The IDs meet neither the demo's nor the national ones.
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

/** The letters of a spreadsheet's column: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}
