/** The list behind a number: the screen, and the body of its list call. */
import type { FigureKey, FigureSet } from "../../charts/figures/index.ts";
import type { Subject } from "../../charts/figures/subjects.ts";
import type { Drill, FilterValue } from "../../charts/figures/types.ts";
import { asBody, type Filters } from "./chart-filters.ts";

/**
 * @param filters Those of the call that the set follows.
 * @param chosen Values of the columns that the number was counted by; null where the column is empty.
 */
export function drillOf(
  key: FigureKey,
  set: FigureSet,
  subject: Subject,
  filters: Filters,
  chosen: Readonly<Record<string, string | null>>,
): Drill {
  const values: Record<string, FilterValue> = asBody(filters);
  // A number of one value is under it alone, even where the filter names more.
  for (const [name, value] of Object.entries(chosen)) values[name] = value ?? [""];
  const names = Object.keys(values);
  const plain = set.where === "true" && subject.only === undefined;
  const extra = [...filters.keys(), ...names].some((name) => !isField(subject, name, chosen));
  return {
    route: subject.route,
    path: subject.path,
    filters: values,
    ...(plain && !extra ? {} : { figure: key }),
    ...(set.sum === undefined ? {} : { sum: set.sum }),
  };
}

/** What a number is counted by is a field, but for the programmes of organizations and communities. */
const isField = (subject: Subject, name: string, chosen: Readonly<Record<string, string | null>>): boolean =>
  subject.fields.some((field) => field === name) ||
  (Object.hasOwn(chosen, name) && !(subject.kind === "marked" && name === "subpsp_abbreviation"));
