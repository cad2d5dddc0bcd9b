/**
 * Plans changes of many rows before a save. A plan contains the new values of a row, or the reasons why the row can't
 * change. Applies the same rules as cell editing and the form.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import type { RecordSlots } from "../common/slots.ts";
import { dependentChanges } from "../form/fields/computed-fields.ts";
import { changedNames, type FormValues, valuesOf } from "../form/fields/form-values.ts";
import { validateFormValues } from "../form/saving/resolver.ts";
import { rowInput, unusualMessages } from "../form/saving/row-save.ts";
import { cellRefusal } from "./cell-refusal.ts";

export interface Plan {
  row: Row;
  /** Reasons why the row can't change; empty if the row can change. */
  refused: readonly string[];
  /** Messages about unusual values that need a reason. */
  unusual: readonly string[];
  /** Messages about values that are stored differently from how the user entered them. */
  notes: readonly string[];
  /** Names of the fields that change; empty if the row already has the values. */
  names: readonly string[];
  /** Form values of the changing fields before the change. */
  before: FormValues;
  /** Form values of the changing fields after the change. */
  after: FormValues;
  /**
   * Builds the record that the save request sends.
   * @param reason The user's reason for unusual values.
   * @param anyway True to save the row although it is probably a duplicate.
   */
  input: (reason: string, anyway?: boolean) => object;
}

/**
 * Plans the change of one row.
 * @param entered Values that the user entered. The plan adds the computed fields that depend on these values.
 */
export function planChange(
  record: AnyRecord,
  user: CurrentUser,
  row: Row,
  entered: FormValues,
  slots?: RecordSlots,
): Plan {
  const before = valuesOf(record, row);
  let mine = before;
  const done: FormValues = {};
  for (const [name, value] of Object.entries(entered)) {
    done[name] = value;
    // If a field is both entered and computed, the entered value is used.
    mine = { ...mine, ...dependentChanges(record, name, value, mine, row), ...done };
  }
  const { value, problems, notes } = validateFormValues(record, row, mine, slots?.adjustProblems);
  const wrong = Object.values(problems);
  const parsed = wrong.length > 0 ? mine : valuesOf(record, { ...row, ...value });
  const names = changedNames(before, parsed);
  const asked = Object.keys(entered).filter((name) => (parsed[name] ?? null) !== (before[name] ?? null));
  const locked = asked.flatMap((name) => cellRefusal(record, row, user, name, slots) ?? []);
  const refused = locked.length > 0 ? locked : wrong;
  const unusual = refused.length > 0 || names.length === 0 ? [] : unusualMessages(record, row, value);
  return {
    row,
    refused: names.length === 0 && wrong.length === 0 ? [] : [...new Set(refused)],
    unusual,
    notes: notes.flatMap(({ field, message }) => (names.includes(field) ? [message] : [])),
    names,
    before: Object.fromEntries(names.map((name) => [name, before[name] ?? null])),
    after: Object.fromEntries(names.map((name) => [name, parsed[name] ?? null])),
    input: (reason, anyway = false) =>
      rowInput(record, row, value, names, { anyway, ...(reason ? { reason } : {}) }),
  };
}

export const willChange = ({ refused, names }: Plan): boolean => refused.length === 0 && names.length > 0;
