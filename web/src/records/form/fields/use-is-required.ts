/** Determines which fields of the form are marked as required. */
import { useWatch } from "react-hook-form";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { factsOf, requiredFieldNames } from "#shared/validate/facts.ts";
import type { FormValues } from "./form-values.ts";

/**
 * Returns whether the field is marked as required. If any one of several fields is enough, all of them are marked until
 * one is filled in.
 */
export function useIsRequired(record: AnyRecord, { name }: Field): boolean {
  const names = factsOf(record, name).flatMap(({ anyOf }) => anyOf);
  const values = useWatch<FormValues>({ name: names });
  return requiredFieldNames(record, Object.fromEntries(names.map((one, at) => [one, values[at]]))).has(name);
}
