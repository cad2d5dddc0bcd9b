/** Countries without a database, for the tests of the generators. */

import {
  type Country,
  type CountryPlan,
  makeCountry,
  type NumberedTable,
  numberedTables,
} from "../../../seed/country/country.ts";
import { generators } from "../../../seed/generators.ts";
import type { Row } from "../../../seed/lib/bulk.ts";

/** A day late in a year, so that its records are in all states. */
export const today = "2026-11-21";

/** The country of a plan, with ids from 1 in every table. */
export const countryOf = (plan: CountryPlan): Country =>
  makeCountry(
    plan,
    Object.fromEntries(numberedTables.map((table) => [table, 1])) as Record<NumberedTable, number>,
  );

const made = new WeakMap<Country, Map<string, readonly Row[]>>();

/** All rows of a table. Throws when no generator makes it. */
export function rowsOf(country: Country, table: string): readonly Row[] {
  const known = made.get(country) ?? new Map<string, readonly Row[]>();
  made.set(country, known);
  const rows = known.get(table) ?? freshRows(country, table);
  known.set(table, rows);
  return rows;
}

function freshRows(country: Country, table: string): Row[] {
  const generator = generators.find((candidate) => candidate.table === table);
  if (!generator) throw new Error(`no generator makes ${table}`);
  return [...generator.rows(country)];
}
