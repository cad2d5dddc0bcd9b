/**
 * Values that every new row of a form must have (registry: `facts`): its ARBO or ARC, its period and its content. A
 * stored row that lacks one of these values is listed as incomplete. An update must not remove such a value.
 */
import type { AnyRecord, Fact } from "../records/vocabulary/types.ts";

type Values = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** Returns the facts that have the field in `anyOf`. */
export const factsOf = (record: Pick<AnyRecord, "facts">, field: string): readonly Fact[] =>
  (record.facts ?? []).filter(({ anyOf }) => anyOf.includes(field));

/** Returns the required facts that a row lacks. */
export const missingFacts = (record: Pick<AnyRecord, "facts">, row: Values): readonly Fact[] =>
  (record.facts ?? []).filter(
    ({ anyOf, notFor }) =>
      !(notFor !== undefined && row.status === notFor) && anyOf.every((name) => isEmpty(row[name])),
  );

/**
 * Returns the fields that a form marks as required: fields that are always required, and fields of `facts`. If a value
 * in one of several fields is enough, only the first field is marked, and only while all are blank.
 */
export function requiredFieldNames(record: AnyRecord, row: Values): ReadonlySet<string> {
  const asked = new Set(
    record.fields.filter(({ name }) => record.fixed?.[name] === undefined).map(({ name }) => name),
  );
  const values = { ...row, ...record.fixed };
  const missing = new Set(missingFacts(record, values));
  const demanded = (record.facts ?? []).flatMap((fact) => {
    if (fact.notFor !== undefined && values.status === fact.notFor) return [];
    const [first, ...others] = fact.anyOf.filter((name) => asked.has(name));
    return first !== undefined && (others.length === 0 || missing.has(fact)) ? [first] : [];
  });
  const required = record.fields.filter((field) => field.required).map(({ name }) => name);
  return new Set([...required, ...demanded]);
}
