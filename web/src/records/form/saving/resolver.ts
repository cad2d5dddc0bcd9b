/** Validates form values with the shared record validator, also as a React Hook Form resolver. */
import type { Resolver } from "react-hook-form";
import { scopeOf } from "#shared/access/levels.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { type FieldProblem, validateRecord } from "#shared/validate/validate.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import type { Row } from "../../../lib/http/api.ts";
import type { FieldProblems, RecordSlots } from "../../common/slots.ts";
import { changedNames, type FormValues, valuesOf } from "../fields/form-values.ts";

/** Returns the values with the given names. Missing values become null. */
export const pick = (
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

/**
 * Parses and validates form values.
 * @param base The stored row; null for a new row.
 * @param judge Function of the record type that may change the error messages of the validation.
 */
export function validateFormValues(
  record: AnyRecord,
  base: Row | null,
  values: FormValues,
  judge: RecordSlots["adjustProblems"] = (_, found) => found,
): { value: Record<string, unknown>; problems: FieldProblems; notes: FieldProblem[] } {
  const known = pick(
    values,
    record.fields.map((field) => field.name),
  );
  const { value, problems, notes } = validateRecord(record, known, base ? "update" : "insert", {
    current: base ?? undefined,
  });
  const found = Object.fromEntries(problems.map(({ field, message }) => [field, message]));
  return { value, problems: judge(values, found), notes };
}

/**
 * Returns an error for each field of a new row with another office than the user's own. The row may come from the
 * outbox or a draft, and the user may belong to another office since then.
 */
export const officeProblems = (record: AnyRecord, user: CurrentUser, values: FormValues): FieldProblems =>
  Object.fromEntries(
    (record.scoped ? (scopeOf(user.level) ?? []) : [])
      .filter((name) => values[name] && values[name] !== user[name])
      .map((name) => [
        name,
        `${values[name]} is outside your scope. You can only add ${record.noun.many} of your own office.`,
      ]),
  );

/**
 * Returns the changed fields with their new values as they will be stored: 1,500 for the typed amount 1,500.75. Leaves
 * out a field whose stored value stays the same.
 * @param entered Names of the fields in which the user entered another value.
 * @param parsed Parsed values of all fields (`validateFormValues`).
 */
export function changesToStore(
  record: AnyRecord,
  before: FormValues,
  entered: readonly string[],
  parsed: Readonly<Record<string, unknown>>,
): FormValues {
  const after = pick(valuesOf(record, parsed), entered) as FormValues;
  return pick(after, changedNames(before, after)) as FormValues;
}

/** Returns the notes about the named fields as complete sentences. */
export const notesAbout = (notes: readonly FieldProblem[], names: readonly string[]): string[] =>
  notes.flatMap(({ field, message }) => (names.includes(field) ? [`${message}.`] : []));

/** Returns a React Hook Form resolver that validates form values. */
export function resolverFor(
  record: AnyRecord,
  base: Row | null,
  judge?: RecordSlots["adjustProblems"],
): Resolver<FormValues> {
  return (values) => {
    const { value, problems } = validateFormValues(record, base, values, judge);
    const found = Object.entries(problems);
    if (found.length === 0) return { values: value as FormValues, errors: {} };
    const errors = found.map(([field, message]) => [field, { type: "rule", message }]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}
