/** Which number fields have a total. */
import type { AnyRecord, Field } from "./types.ts";

/** True if values of the field can be added. Years, percentages and the ids of linked records have no total. */
export const isTotalled = ({
  kind,
  percentage,
  untotalled,
  options,
}: Pick<Field, "kind" | "percentage" | "untotalled" | "options">): boolean =>
  (kind === "integer" || kind === "decimal") && !percentage && !untotalled && options?.from !== "record";

/** Why the API does not add up the values of a column; null if it may. Columns without a field may be added. */
export function refusalOfSum({ fields, serverFields = [] }: AnyRecord, name: string): string | null {
  const field = [...fields, ...serverFields].find((one) => one.name === name);
  return field && !isTotalled(field)
    ? `${field.label} has no sum, because a sum of it has no meaning.`
    : null;
}
