/** Returns the address of the record list that shows the rows counted in a number. */
import type { Drill, FilterValue } from "#shared/charts/figures/types.ts";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { screenByRoute } from "../../../records/common/record-screens.ts";
import { type RecordSearch, reviewNamed } from "../../../records/common/record-search.ts";

/**
 * Link from a number to the list of the rows that it counts. A number in Explore has a filter (`filter`). Any other
 * number has the key of a figure, from which the database determines the rows.
 */
export interface ListDrill extends Drill {
  filter?: FilterGrammar;
}

export interface DrillAddress {
  to: "/homepage/forms/$route";
  params: { route: string };
  search: RecordSearch;
}

/**
 * @param more Additional filters by field name, such as the region of a report row. The value null selects rows in
 * which the field is empty.
 */
export function drillAddress(
  drill: ListDrill,
  more: Readonly<Record<string, string | null>> = {},
): DrillAddress {
  const { review: asked, unusual, ...filters }: Record<string, FilterValue> = drill.filters;
  const review = reviewNamed(asked);
  // The screen of a review list always applies its fixed filters, so the link leaves these filters out.
  for (const name of review ? Object.keys(screenByRoute(drill.route)?.fixed ?? {}) : []) delete filters[name];
  for (const [name, value] of Object.entries(more)) filters[name] = value ?? [""];
  const about = Object.entries(filters).map(([name, value]) => [name, written(value)]);
  return {
    to: "/homepage/forms/$route",
    params: { route: drill.route },
    search: {
      figure: drill.figure,
      review,
      check: unusual === "true" ? "unusual" : undefined,
      filter: drill.filter,
      about: about.length > 0 ? Object.fromEntries(about) : undefined,
      sum: drill.sum,
      // If a number has no figure key, no filters and no review list, it counts pending and approved rows. Its link
      // must therefore select the tab `all`. By default, a list opens in the tab `pending`.
      tab: drill.figure === undefined && about.length === 0 && !review ? "all" : undefined,
    },
  };
}

const written = (value: FilterValue): string | string[] =>
  Array.isArray(value) ? value.map(String) : String(value);
