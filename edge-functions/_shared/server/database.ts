/**
 * The pool of connections as api_gateway, the login role that owns nothing and may only become a caller, and the few
 * helpers for writing SQL by hand.
 *
 * No prepared statements: a transaction pooler gives each transaction another connection. Every value travels as a
 * text parameter with an explicit cast (`$1::text::date`), so that nothing depends on the types the driver guesses.
 */
import postgres from "postgres";
import { serverSettings } from "./settings.ts";

export type Transaction = postgres.TransactionSql;

let pool: postgres.Sql | undefined;

/** Connections without a caller: they may look up a sign-in and nothing else. */
export function gateway(): postgres.Sql {
  const { databaseUrl, poolSize } = serverSettings();
  pool ??= postgres(databaseUrl, {
    max: poolSize,
    prepare: false,
    fetch_types: false,
    idle_timeout: 60,
    connect_timeout: 10,
    connection: { application_name: "api" },
    onnotice: () => undefined,
  });
  return pool;
}

/** Quotes a column or table name. Names come from the catalogue or the registry, never from a request. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Collects the parameters of one statement. */
export class Parameters {
  readonly values: (string | null)[] = [];

  /** A placeholder for the value, cast to the Postgres type. */
  add(value: string | number | boolean | null, type: string): string {
    this.values.push(value === null ? null : String(value));
    return `$${this.values.length}::text::${type}`;
  }

  /** A placeholder for an array of the element type. */
  addArray(values: readonly (string | number | null)[], elementType: string): string {
    return this.add(arrayLiteral(values), `${elementType}[]`);
  }
}

/** A Postgres array literal; every element is quoted. */
export function arrayLiteral(values: readonly (string | number | null)[]): string {
  const element = (value: string | number | null) =>
    value === null ? "NULL" : `"${String(value).replace(/["\\]/g, "\\$&")}"`;
  return `{${values.map(element).join(",")}}`;
}
