/**
 * Values that all rows of a block share, such as the training that thirty people attended. They fill what a row leaves
 * blank. A row that is stored already keeps what it has: only its blank fields are filled, and its lists gain the values.
 */
import type { AnyRecord } from "../records/vocabulary/types.ts";
import { splitList } from "../rules/text.ts";
import { fieldsOf } from "../validate/validate.ts";

type Values = Readonly<Record<string, unknown>>;

const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

/** The values that a row takes from those shared, because it has none of its own. */
export const takenFrom = (shared: Values, own: Values): Values =>
  Object.fromEntries(Object.entries(shared).filter(([name, value]) => !isBlank(value) && isBlank(own[name])));

/** What an update of the stored row says of the shared values that its row has taken. */
export function overStored(record: AnyRecord, input: Values, taken: Values, stored: Values): Values {
  const result: Record<string, unknown> = { ...input };
  for (const [name, value] of Object.entries(taken)) {
    const before = stored[name];
    if (isBlank(before)) continue;
    if (fieldsOf(record).get(name)?.kind === "list") {
      result[name] = [...new Set([...splitList(before), ...splitList(value)])];
    } else delete result[name];
  }
  return result;
}
