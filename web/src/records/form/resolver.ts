/** How a form judges its values: by the one validator of records. */
import type { Resolver } from "react-hook-form";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { validateRecord } from "#shared/validate/validate.ts";
import type { Row } from "../../lib/http/api.ts";
import type { RecordSlots } from "../common/slots.ts";
import type { FormValues } from "./fields/form-values.ts";

/** Some of the values by their names; what is missing is null. */
export const pick = (
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));

/** The one validator of records as the form's resolver; `judge` has the last word. */
export function resolverFor(
  record: AnyRecord,
  base: Row | null,
  judge: RecordSlots["judge"] = (_, found) => found,
): Resolver<FormValues> {
  return (values) => {
    const known = pick(
      values,
      record.fields.map((field) => field.name),
    );
    const { value, problems } = validateRecord(record, known, base ? "update" : "insert", {
      current: base ?? undefined,
    });
    const found = Object.entries(
      judge(values, Object.fromEntries(problems.map(({ field, message }) => [field, message]))),
    );
    if (found.length === 0) return { values: value as FormValues, errors: {} };
    const errors = found.map(([field, message]) => [field, { type: "rule", message }]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
}
