/** Returns the address of the record list that shows the rows counted in a number. */
import type { Drill, FilterValue } from "#shared/charts/figures/types.ts";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { screenByRoute } from "../../../records/common/record-screens.ts";
import { type RecordSearch, reviewNamed } from "../../../records/common/record-search.ts";

/**
 * Link from a number to the list of the rows that it counts. A number in Explore has a filter (`filter`). For any other
 * number, the database determines the rows from the key of the figure.
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
 * @param more Additional filters by field name, such as the region of a report row. Null selects rows with an empty
 * field.
 */
export function drillAddress(
  drill: ListDrill,
  more: Readonly<Record<string, string | null>> = {},
): DrillAddress {
  const { review: asked, unusual, ...filters }: Record<string, FilterValue> = drill.filters;
  const review = reviewNamed(asked);
  // Leave the screen's fixed filters out of a link to a review list, because the review list always applies them.
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
      // A number without figure key, filters and review list counts pending and approved rows. Select the tab `all` for
      // it, because a list opens in the tab `pending` by default.
      tab: drill.figure === undefined && about.length === 0 && !review ? "all" : undefined,
    },
  };
}

const written = (value: FilterValue): string | string[] =>
  Array.isArray(value) ? value.map(String) : String(value);
