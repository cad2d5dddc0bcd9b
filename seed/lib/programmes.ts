/** Programmes of the reference data, read from the SQL file that fills the project list. */
import { readFileSync } from "node:fs";

/** A sub-PSP of the project list, without a year (the list has one row per sub-PSP and year). */
export interface Programme {
  psp_category: string;
  subpsp_name: string;
  subpsp_abbreviation: string;
  fund_source: string;
  /**
   * Year from which rows have the status Ongoing. Rows that were funded in an earlier year have the status Completed.
   */
  ongoingFrom: number;
}

/** Programme columns that nearly all records have (spec section 3). */
export interface ProgrammeColumns {
  year_funded: number | null;
  fund_source: string | null;
  psp_category: string | null;
  subpsp_name: string | null;
  subpsp_abbreviation: string | null;
  subpsp_status: string | null;
}

const ENTRY = /\('([^']+)', '([^']+)', '([^']+)', (\d{4}), '([^']+)'\)/gu;

/**
 * Returns all programmes of seed/reference/programmes.sql.
 * @throws Error if the file contains no programme in the expected format.
 */
export function readProgrammes(): Programme[] {
  const text = readFileSync(new URL("../reference/programmes.sql", import.meta.url), "utf8");
  const programmes = [...text.matchAll(ENTRY)].map(([, category, name, abbreviation, from, fund]) => ({
    psp_category: category ?? "",
    subpsp_name: name ?? "",
    subpsp_abbreviation: abbreviation ?? "",
    fund_source: fund ?? "",
    ongoingFrom: Number(from),
  }));
  if (programmes.length === 0) throw new Error("no programme was found in seed/reference/programmes.sql");
  return programmes;
}

/**
 * Returns the values of the programme columns of a row of the given year. A row without a project gets empty values.
 */
export function programmeColumns(programme: Programme | null, year: number): ProgrammeColumns {
  return {
    year_funded: programme ? year : null,
    fund_source: programme?.fund_source ?? null,
    psp_category: programme?.psp_category ?? null,
    subpsp_name: programme?.subpsp_name ?? null,
    subpsp_abbreviation: programme?.subpsp_abbreviation ?? null,
    subpsp_status: programme && (year < programme.ongoingFrom ? "Completed" : "Ongoing"),
  };
}
