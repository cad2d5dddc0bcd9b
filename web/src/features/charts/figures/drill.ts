/** From a number to the list behind it: the address of the record screen that shows what was counted. */
import type { Drill, FilterValue } from "#shared/charts/figures/types.ts";
import { screenByRoute } from "../../../records/common/record-screens.ts";
import { type RecordSearch, reviewNamed } from "../../../records/common/record-search.ts";

export interface DrillAddress {
  to: "/homepage/forms/$route";
  params: { route: string };
  search: RecordSearch;
}

/** `more` narrows the list further: a row of a report adds its place (null is a place that is not filled in). */
export function drillAddress(drill: Drill, more: Readonly<Record<string, string | null>> = {}): DrillAddress {
  const { review: asked, ...filters }: Record<string, FilterValue> = drill.filters;
  const review = reviewNamed(asked);
  // A list of the review is one of the screen's own: what the screen is fixed to goes without saying.
  for (const name of review ? Object.keys(screenByRoute(drill.route)?.fixed ?? {}) : []) delete filters[name];
  for (const [name, value] of Object.entries(more)) filters[name] = value ?? [""];
  const about = Object.entries(filters).map(([name, value]) => [name, written(value)]);
  return {
    to: "/homepage/forms/$route",
    params: { route: drill.route },
    search: {
      figure: drill.figure,
      review,
      about: about.length > 0 ? Object.fromEntries(about) : undefined,
      sum: drill.sum,
      // A number without figure and filters counted every row, approved or not.
      tab: drill.figure === undefined && about.length === 0 && !review ? "all" : undefined,
    },
  };
}

const written = (value: FilterValue): string | string[] =>
  Array.isArray(value) ? value.map(String) : String(value);
