/** Conversion of result values from Postgres. */
// @ts-types="npm:@types/pg@8.23.1"
import pg from "pg";

/** Functions that convert the text of a value, by type oid (pg_type). */
export type Parsers = Readonly<Record<number, (text: string) => unknown>>;

export const asText = (text: string): string => text;
const asNumber = (text: string): number => Number(text);
const asDate = (text: string): Date => new Date(text);
const asJson = (text: string): unknown => JSON.parse(text);

const textArray: number = 1009;
/**
 * Parsers for bytea, and for arrays of boolean, name, smallint, integer, text, varchar, bigint, real, double
 * precision, uuid, json and jsonb.
 */
export const arrayParsers: Parsers = {
  ...Object.fromEntries(
    [17, 1000, 1005, 1007, textArray, 1015, 1016, 1021, 1022, 2951, 199, 3807].map((oid) => [
      oid,
      pg.types.getTypeParser(oid),
    ]),
  ),
  1003: pg.types.getTypeParser(textArray),
};

/** Default conversions, by type oid (pg_type). Other types, such as bigint and numeric, remain text. */
export const usualParsers: Parsers = {
  16: (text) => text === "t",
  21: asNumber,
  23: asNumber,
  26: asNumber,
  700: asNumber,
  701: asNumber,
  114: asJson,
  3802: asJson,
  1082: asDate,
  1114: asDate,
  1184: asDate,
  ...arrayParsers,
};
