/** Reasons why a cell of a list can't be edited: the user's rights to the row, or rules of the field. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { validateRecord } from "#shared/validate/validate.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import { refusal } from "../common/rights.ts";
import { screenFields } from "../common/screen-fields.ts";
import type { RecordSlots } from "../common/slots.ts";

/** Returns why the user can't edit a cell; null if the user can. */
export const cellRefusal = (
  record: AnyRecord,
  row: Row,
  user: CurrentUser,
  name: string,
  slots?: RecordSlots,
): string | null => refusal(record, row, user, "edit") ?? fieldRefusal(record, row, name, slots);

/**
 * Returns why a field can't be edited in a list; null if it can. The user's rights to the row are not checked here.
 * @param row Row of the cell; null to check only the rules that apply to all rows.
 */
export function fieldRefusal(
  record: AnyRecord,
  row: Row | null,
  name: string,
  slots?: RecordSlots,
): string | null {
  const field = screenFields(record).find((one) => one.name === name);
  if (!field) return "This column is filled in by the system.";
  if (field.attached) return `${field.label} holds files. Add or remove them in the form.`;
  if (slots?.fields?.[name] !== undefined || slots?.save) return `Change ${field.label} in the form.`;
  return row && isComputed(record, row, name) ? `${field.label} is calculated automatically.` : null;
}

/** Checks whether the value of a field is computed from other values of the row. */
const isComputed = (record: AnyRecord, row: Row, name: string): boolean =>
  (record.sums?.some(({ total }) => total === name) ||
    record.computed?.some(({ field }) => field === name)) === true &&
  (validateRecord(record, { [name]: null }, "update", { current: row }).value[name] ?? null) !== null;
