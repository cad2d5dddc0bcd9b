/** Converts the filters of a drill-down list to the parsed filter of the list endpoint. */
import type { Drill } from "../../charts/figures/types.ts";
import { noFilters, type RecordFilter } from "../../contracts/filters/record-filters.ts";

/** @param wanted Filters that are not columns. */
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
