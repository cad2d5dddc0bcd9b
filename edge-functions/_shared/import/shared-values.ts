/**
 * Values that the user enters once for all rows of a file or pasted block, such as the training that thirty people
 * attended. A shared value fills the blank cells of a field. In a stored row, it only fills a blank field, or is added
 * to the items of a list field.
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

/** Returns the shared values that fill blank fields of a row. */
export const sharedValuesFor = (shared: Values, own: Values): Values =>
  Object.fromEntries(Object.entries(shared).filter(([name, value]) => !isBlank(value) && isBlank(own[name])));

/**
 * Returns the input for an update of a stored row. A shared value (`taken`) is added to a stored list, but does not
 * replace any other stored value.
 */
export function mergeSharedValues(record: AnyRecord, input: Values, taken: Values, stored: Values): Values {
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
