/** The list behind a number of a board, and its filters as the list endpoint reads them. */
import type { Drill } from "../../charts/figures/types.ts";
import { noFilters, type RecordFilter } from "../../contracts/filters/record-filters.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { asBody, type Filters } from "../figures/chart-filters.ts";

/** Returns the drill to a screen with the filters of the request, and with the fixed values of the screen. */
export const drillTo = ({ route, path, fixed }: AnyRecord, filters: Filters): Drill => ({
  route,
  path,
  filters: { ...(fixed as Drill["filters"] | undefined), ...asBody(filters) },
});

/**
 * Converts the filters of a drill to the parsed filter of the list endpoint.
 * @param wanted Filters that are not columns.
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
