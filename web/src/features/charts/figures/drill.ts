/** Returns the address of the record list that shows the rows counted in a number. */
import type { Drill, FilterValue } from "#shared/charts/figures/types.ts";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { screenByRoute } from "../../../records/common/record-screens.ts";
import { type RecordSearch, reviewNamed } from "../../../records/common/record-search.ts";

/**
 * Link from a number to the list of its rows. A number in Explore has conditions (`filter`); any other number has the
 * key of a figure, by which the database determines the rows.
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
 * @param more Further filters by field name, such as the region of a report row. The value null selects rows in which
 * the field is empty.
 */
export function drillAddress(
  drill: ListDrill,
  more: Readonly<Record<string, string | null>> = {},
): DrillAddress {
  const { review: asked, unusual, ...filters }: Record<string, FilterValue> = drill.filters;
  const review = reviewNamed(asked);
  // Leave the screen's fixed filters out of a link to a review list, because the screen of the list applies these
  // filters anyway.
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
      // A number without the key of a figure, filters or a review list counts the rows of all stages. Its list must
      // open in the tab `all`, because a list opened without these parameters shows the tab `pending`.
      tab: drill.figure === undefined && about.length === 0 && !review ? "all" : undefined,
    },
  };
}

const written = (value: FilterValue): string | string[] =>
  Array.isArray(value) ? value.map(String) : String(value);
