/** Computes the state of each section of a form. The list of sections above the form shows the states. */
import type { AnyRecord, FieldGroup } from "#shared/records/vocabulary/types.ts";
import { requiredFieldNames } from "#shared/validate/facts.ts";
import { screenFields } from "../../common/screen-fields.ts";
import type { FormValues } from "../fields/form-values.ts";

export type SectionState = "wrong" | "missing" | "done" | "untouched";

/**
 * Returns the state of each section, by section key. "wrong" has priority over "missing". "done" means that the section
 * has values and no empty required field.
 */
export function sectionStates(
  record: AnyRecord,
  sections: readonly FieldGroup[],
  values: FormValues,
  wrong: ReadonlySet<string>,
): ReadonlyMap<string, SectionState> {
  const demanded = requiredFieldNames(record, values);
  const isEmpty = (name: string) => (values[name] ?? null) === null;
  const state = (key: string): SectionState => {
    const names = screenFields(record)
      .filter(({ group }) => group === key)
      .map(({ name }) => name);
    if (names.some((name) => wrong.has(name) && !isEmpty(name))) return "wrong";
    if (names.some((name) => demanded.has(name) && isEmpty(name))) return "missing";
    return names.every(isEmpty) ? "untouched" : "done";
  };
  return new Map(sections.map(({ key }) => [key, state(key)]));
}
