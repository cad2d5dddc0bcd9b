/**
 * Finds pasted cells with ambiguous values, such as 03/04/2025. Pasting over cells refuses such values, except a date
 * that is probably month first. An import instead asks the user.
 */
import { dateEvidence, numberEvidence } from "#shared/import/reading/column-style.ts";
import { fieldLabel } from "#shared/import/reading/columns.ts";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { longDate, parseDate } from "#shared/rules/dates.ts";
import { formatNumber, parseNumber } from "#shared/rules/numbers.ts";
import { fieldsOf } from "#shared/validate/validate.ts";
import type { FormValues } from "../form/fields/form-values.ts";

/** `refused` explains why pasted values are ambiguous. `notes` explain how other values are read. */
interface CellDoubts {
  refused: string[];
  notes: string[];
}

/**
 * Returns messages about the ambiguous pasted values of a row.
 * @param entered The pasted values of the row.
 * @param all The pasted values of all rows. They show how each column writes dates and numbers.
 * @param names Names of the fields that would change.
 */
export function unclearCells(
  record: AnyRecord,
  entered: FormValues,
  all: readonly FormValues[],
  names: readonly string[],
): CellDoubts {
  const doubts: CellDoubts = { refused: [], notes: [] };
  for (const name of names) {
    const field = fieldsOf(record).get(name);
    const text = entered[name];
    if (!field || typeof text !== "string") continue;
    const column = all.map((row) => (typeof row[name] === "string" ? row[name] : null));
    const doubt =
      field.kind === "date" ? dateDoubt(text.trim(), column) : numberDoubt(field, text.trim(), column);
    if (!doubt) continue;
    const [kind, message] = doubt;
    doubts[kind].push(`${fieldLabel(record, name)}: "${text.trim()}" ${message}`);
  }
  return doubts;
}

type Doubt = [kind: keyof CellDoubts, message: string] | null;

/**
 * Returns a message about a date whose day and month could be swapped. The date is read month first, unless another
 * date in the column has the day first.
 */
function dateDoubt(text: string, column: readonly (string | null)[]): Doubt {
  if (dateEvidence([text]).either === 0) return null;
  const { own, other, example } = dateEvidence(column);
  if (other > 0)
    return ["refused", `may have the day first, as "${example}" does; write all dates as MM-DD-YYYY`];
  const date = parseDate(text);
  // A date with dashes needs no note, because this app writes dates with dashes and month first.
  if (own > 0 || text.includes("-") || !date.ok || date.value === null) return null;
  return ["notes", `is read as ${longDate(date.value)}`];
}

function numberDoubt(field: Field, text: string, column: readonly (string | null)[]): Doubt {
  if (field.kind !== "integer" && field.kind !== "decimal") return null;
  const number = parseNumber(text);
  if (!number.ok || number.value === null) return null;
  if (field.percentage) {
    if (Math.abs(number.value) <= 1) return null;
    const percents = formatNumber(number.value * 100);
    return ["refused", `may mean ${text}% or ${percents}%; write it with a percent sign`];
  }
  const { own, other } = numberEvidence(column);
  const isOwn = other === 0 && own > 0;
  if (isOwn || (field.decimals ?? 0) >= 3 || numberEvidence([text]).either === 0) return null;
  // The point may be a thousands separator, because exactly three digits follow, as in 1.234.
  const readings = `${formatNumber(number.value * 1000)} or ${formatNumber(number.value)}`;
  return ["refused", `may mean ${readings}; write it without the point or with other decimals`];
}
