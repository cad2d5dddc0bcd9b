/** Builds the link from a number to its list: the screen, and the filters that select the rows. */
import type { FigureKey, FigureSet } from "../../charts/figures/index.ts";
import type { Subject } from "../../charts/figures/subjects.ts";
import type { Drill, FilterValue } from "../../charts/figures/types.ts";
import { asBody, type Filters } from "./chart-filters.ts";

/**
 * Builds the link from a number to the list of its rows.
 * @param filters Filters of the request that apply to `set`.
 * @param chosen Column values of the counted rows; null for an empty column.
 */
export function drillOf(
  key: FigureKey,
  set: FigureSet,
  subject: Subject,
  filters: Filters,
  chosen: Readonly<Record<string, string | null>>,
): Drill {
  const values: Record<string, FilterValue> = asBody(filters);
  // If a figure counts only one value of a column, filter its list by that value alone, even if the request filters by
  // several values.
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

/**
 * Checks whether the list can be filtered by this name. The name must be a field of the record, or a column by which
 * the chart groups. The programme of ARBOs and ARCs is excluded, because it comes from their activities.
 */
const isField = (subject: Subject, name: string, chosen: Readonly<Record<string, string | null>>): boolean =>
  subject.fields.some((field) => field === name) ||
  (Object.hasOwn(chosen, name) && !(subject.kind === "marked" && name === "subpsp_abbreviation"));
