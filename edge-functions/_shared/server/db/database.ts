/**
 * Connection pool of api_gateway, the login role that owns nothing and can only assume a caller's role. Also has
 * helpers for hand-written SQL. Every value is a text parameter with an explicit cast (`$1::text::date`), so that
 * nothing depends on types that the driver guesses.
 */

import { serverSettings } from "../environment/settings.ts";
import { watchPool } from "../observe/metrics.ts";
import { type Database, openDatabase } from "../sql/sql.ts";

export { identifier, type Transaction } from "../sql/sql.ts";

let pool: Database | undefined;

/** Returns the pool of connections. Before a connection assumes a caller's role, it may only look up sign-ins. */
export function gateway(): Database {
  const { databaseUrl, poolSize } = serverSettings();
  if (!pool) {
    const opened = openDatabase(databaseUrl, { most: poolSize, name: "api" });
    watchPool("primary", poolSize, opened.use);
    pool = opened;
  }
  return pool;
}

/** Collects the parameters of one SQL statement. */
export class Parameters {
  readonly values: (string | null)[] = [];

  /** Returns a placeholder for the value, cast to the Postgres type. */
  add(value: string | number | boolean | null, type: string): string {
    this.values.push(value === null ? null : String(value));
    return `$${this.values.length}::text::${type}`;
  }

  /** Returns a placeholder for an array of the element type. */
  addArray(values: readonly (string | number | null)[], elementType: string): string {
    return this.add(arrayLiteral(values), `${elementType}[]`);
  }
}

/** Returns a Postgres array literal. Every element except null is quoted. */
export function arrayLiteral(values: readonly (string | number | null)[]): string {
  const element = (value: string | number | null) =>
    value === null ? "NULL" : `"${String(value).replace(/["\\]/g, "\\$&")}"`;
  return `{${values.map(element).join(",")}}`;
}

/**
 * Converts a condition on region or province to a condition on the column office. Both select the same rows, but only
 * office has an index.
 */
export const inOffices = (there: string): string =>
  `office = any (array(select o.office from public.offices o where ${there}))`;
