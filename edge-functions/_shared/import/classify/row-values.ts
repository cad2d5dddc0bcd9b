/** Compares the values of rows as texts, independent of the format of the cells. */
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { foldText } from "../../rules/text.ts";
import { parsedValue, textOf } from "./changes.ts";

type Values = Readonly<Record<string, unknown>>;
/** One text per field that has a value. */
type ValueTexts = Readonly<Record<string, string>>;

/** Returns the values of a row as texts, in the order of the record type's fields. */
export function valueTexts(record: AnyRecord, values: Values): ValueTexts {
  const texts = record.fields.map(
    ({ name }) => [name, textOf(parsedValue(record, name, values[name]))] as const,
  );
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}

/** Joins the values of a row into one text, which ignores case, accents and the format of the cells. */
export const joinedValues = (record: AnyRecord, values: Values): string =>
  foldText(JSON.stringify(valueTexts(record, values)));

/** Returns the first field in which two rows differ. Ignores case and accents. Returns undefined for equal rows. */
export const differingField = (record: AnyRecord, one: ValueTexts, other: ValueTexts): string | undefined =>
  record.fields.find(({ name }) => foldText(one[name]) !== foldText(other[name]))?.name;

/**
 * Returns the field in which the reporting periods of two rows differ: the quarter or the month. A blank quarter or
 * month equals any other.
 */
export const differingPeriod = (record: AnyRecord, one: Values, other: Values): string | undefined =>
  record.fields
    .filter(({ kind }) => kind === "quarter" || kind === "month")
    .find(({ name }) => {
      const [own, its] = [one, other].map((values) => textOf(parsedValue(record, name, values[name])));
      return own !== "" && its !== "" && own !== its;
    })?.name;
