/** Generates the data of whole countries without a database, for tests of the generators. */

import {
  type Country,
  type CountryPlan,
  makeCountry,
  type NumberedTable,
  numberedTables,
} from "../../../seed/country/country.ts";
import { generators } from "../../../seed/generators.ts";
import type { Row } from "../../../seed/lib/bulk.ts";

/** A day late in the year, so that the records have all possible states. */
export const today = "2026-11-21";

/** Generates the data of the country that a plan describes. The ids of each table start at 1. */
export const countryOf = (plan: CountryPlan): Country =>
  makeCountry(
    plan,
    Object.fromEntries(numberedTables.map((table) => [table, 1])) as Record<NumberedTable, number>,
  );

const made = new WeakMap<Country, Map<string, readonly Row[]>>();

/** Returns all rows of a table. @throws Error if no generator makes the table. */
export function rowsOf(country: Country, table: string): readonly Row[] {
  const known = made.get(country) ?? new Map<string, readonly Row[]>();
  made.set(country, known);
  const rows = known.get(table) ?? freshRows(country, table);
  known.set(table, rows);
  return rows;
}

function freshRows(country: Country, table: string): Row[] {
  const generator = generators.find((candidate) => candidate.table === table);
  if (!generator) throw new Error(`there is no generator for ${table}`);
  return [...generator.rows(country)];
}
