/** From a number to the list behind it: the address of the record screen that shows what was counted. */
import type { Drill, FilterValue } from "#shared/charts/figures/types.ts";
import type { RecordSearch } from "../../records/common/record-search.ts";

export interface DrillAddress {
  to: "/homepage/forms/$route";
  params: { route: string };
  search: RecordSearch;
}

/** `more` narrows the list further: a row of a report adds its place (null is a place that is not filled in). */
export function drillAddress(drill: Drill, more: Readonly<Record<string, string | null>> = {}): DrillAddress {
  const filters: Record<string, FilterValue> = { ...drill.filters };
  for (const [name, value] of Object.entries(more)) filters[name] = value ?? [""];
  const about = Object.entries(filters).map(([name, value]) => [name, written(value)]);
  return {
    to: "/homepage/forms/$route",
    params: { route: drill.route },
    search: {
      figure: drill.figure,
      about: about.length > 0 ? Object.fromEntries(about) : undefined,
      sum: drill.sum,
      // A number without figure and filters counted every row, approved or not.
      tab: drill.figure === undefined && about.length === 0 ? "all" : undefined,
    },
  };
}

const written = (value: FilterValue): string | string[] =>
  Array.isArray(value) ? value.map(String) : String(value);
