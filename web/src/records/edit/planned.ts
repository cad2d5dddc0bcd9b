/** Changes of many rows before they are saved: which will change, and which may not and why, by the rules of cells and form. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import type { RecordSlots } from "../common/slots.ts";
import { changedWith } from "../form/fields/following.ts";
import { changedNames, type FormValues, valuesOf } from "../form/fields/form-values.ts";
import { judged } from "../form/saving/resolver.ts";
import { inputOf, unusualIn } from "../form/saving/row-save.ts";
import { cellRefusal } from "./cell-refusal.ts";

export interface Plan {
  row: Row;
  /** Why the row stays as it is, in sentences; nothing where it may change. */
  refused: readonly string[];
  /** What of it is asked about. */
  unusual: readonly string[];
  /** The fields that change; none where the row holds the values already. */
  names: readonly string[];
  /** What they held before, as a form holds it. */
  before: FormValues;
  /** What they are to hold, likewise. */
  after: FormValues;
  /** The record of the call. @param reason Why unusual values are right. */
  input: (reason: string) => object;
}

/** @param entered What is entered in fields of the row; what follows from them is added. */
export function planOf(
  record: AnyRecord,
  user: CurrentUser,
  row: Row,
  entered: FormValues,
  slots?: RecordSlots,
): Plan {
  const before = valuesOf(record, row);
  let mine = before;
  for (const [name, value] of Object.entries(entered)) {
    // What was entered itself does not follow from the rest.
    mine = { ...mine, ...changedWith(record, name, value, mine, row), ...entered, [name]: value };
  }
  const { value, problems } = judged(record, row, mine, slots?.judge);
  const wrong = Object.values(problems);
  const parsed = wrong.length > 0 ? mine : valuesOf(record, { ...row, ...value });
  const names = changedNames(before, parsed);
  const asked = Object.keys(entered).filter((name) => (parsed[name] ?? null) !== (before[name] ?? null));
  const closed = asked.flatMap((name) => cellRefusal(record, row, user, name, slots) ?? []);
  const refused = closed.length > 0 ? closed : wrong;
  const unusual = refused.length > 0 || names.length === 0 ? [] : unusualIn(record, row, value);
  return {
    row,
    refused: names.length === 0 && wrong.length === 0 ? [] : [...new Set(refused)],
    unusual,
    names,
    before: Object.fromEntries(names.map((name) => [name, before[name] ?? null])),
    after: Object.fromEntries(names.map((name) => [name, parsed[name] ?? null])),
    input: (reason) => inputOf(row, value, names, reason ? { reason } : {}),
  };
}

export const willChange = ({ refused, names }: Plan): boolean => refused.length === 0 && names.length > 0;
