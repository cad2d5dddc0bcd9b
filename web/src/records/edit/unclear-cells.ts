/** Finds pasted cells whose values are ambiguous. The import asks about such values; a paste over cells refuses them. */
import { dateEvidence, numberEvidence } from "#shared/import/reading/column-style.ts";
import { fieldLabel } from "#shared/import/reading/columns.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { formatNumber, parseNumber } from "#shared/rules/numbers.ts";
import { fieldsOf } from "#shared/validate/validate.ts";
import type { FormValues } from "../form/fields/form-values.ts";

/**
 * Returns the reasons why pasted values can't be read without a question.
 * @param entered The pasted values of one row.
 * @param all The pasted values of all rows. Other cells of a column may show how the column is written.
 * @param names Names of the fields that would change.
 */
export function unclearCells(
  record: AnyRecord,
  entered: FormValues,
  all: readonly FormValues[],
  names: readonly string[],
): string[] {
  return names.flatMap((name) => {
    const field = fieldsOf(record).get(name);
    const text = entered[name];
    if (!field || typeof text !== "string") return [];
    const column = all.map((row) => (typeof row[name] === "string" ? row[name] : null));
    const why = unclear(field, text.trim(), column);
    return why ? [`${fieldLabel(record, name)}: "${text.trim()}" ${why}`] : [];
  });
}

function unclear(field: Field, text: string, column: readonly (string | null)[]): string | null {
  if (field.kind === "date") {
    const { own, other } = dateEvidence(column);
    // This app writes dates with dashes, month first.
    const isOwn = other === 0 && (own > 0 || text.includes("-"));
    return isOwn || dateEvidence([text]).either === 0
      ? null
      : "may be written day first or month first; write it as MM-DD-YYYY, with dashes";
  }
  if (field.kind !== "integer" && field.kind !== "decimal") return null;
  if (field.percentage) {
    const number = parseNumber(text);
    return number.ok && Math.abs(number.value ?? 0) > 1
      ? `may mean ${text}% or ${formatNumber((number.value ?? 0) * 100)}%; write it with a percent sign`
      : null;
  }
  const { own, other } = numberEvidence(column);
  const isOwn = other === 0 && own > 0;
  return isOwn || (field.decimals ?? 0) >= 3 || numberEvidence([text]).either === 0
    ? null
    : `may mean ${text.replace(".", "")} or ${formatNumber(Number(text))}; write it without the point or with other decimals`;
}
