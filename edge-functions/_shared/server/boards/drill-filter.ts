/** Builds links from a number to the list of its rows, and converts the filters of a link for use in SQL. */
import type { Drill } from "../../charts/figures/types.ts";
import { noFilters, type RecordFilter } from "../../contracts/filters/record-filters.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asBody, type Filters } from "../figures/chart-filters.ts";

/** Returns the link to a screen's list, with the filters of the request and the screen's `fixed` values. */
export const drillTo = ({ route, path, fixed }: AnyRecord, filters: Filters): Drill => ({
  route,
  path,
  filters: { ...(fixed as Drill["filters"] | undefined), ...asBody(filters) },
});

/**
 * Converts the filters of a link to the parsed filter of the list endpoint.
 * @param wanted Filters to add that are not about a column.
 */
export const drillFilter = (
  values: Drill["filters"],
  wanted: Partial<Omit<RecordFilter, "columns">>,
): RecordFilter => ({
  ...noFilters,
  columns: new Map(
    Object.entries(values).map(([name, value]) => {
      const all = [value].flat();
      const known = all.filter((one) => one !== "");
      return [name, { values: known, empty: known.length < all.length }];
    }),
  ),
  ...wanted,
});
