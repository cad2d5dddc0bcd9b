/**
 * What every new row of a form names (registry: `facts`): its ARBO or ARC, its period and the fact that it is about. Rows
 * that were stored without are incomplete: they stay, are listed, and are not made emptier.
 */
import type { AnyRecord, Fact } from "../records/vocabulary/types.ts";

type Values = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** The facts that a field may state. */
export const factsOf = (record: Pick<AnyRecord, "facts">, field: string): readonly Fact[] =>
  (record.facts ?? []).filter(({ anyOf }) => anyOf.includes(field));

/** The facts that a row lacks. */
export const missingFacts = (record: Pick<AnyRecord, "facts">, row: Values): readonly Fact[] =>
  (record.facts ?? []).filter(
    ({ anyOf, notFor }) =>
      !(notFor !== undefined && row.status === notFor) && anyOf.every((name) => isEmpty(row[name])),
  );

/**
 * The fields that a form marks as required: those that are, the only field of a fact, and while a fact lacks that any of
 * several fields may state, the first of these that the screen asks.
 */
export function demandedFields(record: AnyRecord, row: Values): ReadonlySet<string> {
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
