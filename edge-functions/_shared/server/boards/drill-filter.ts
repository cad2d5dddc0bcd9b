/** Converts the filters of a drill-down list to the parsed filter of the list endpoint. */
import type { Drill } from "../../charts/figures/types.ts";
import type { RecordFilter } from "../../contracts/record-filters.ts";

const unset = {
  q: null,
  tab: null,
  incomplete: null,
  withReason: null,
  unusual: null,
  review: null,
  imported: null,
  parent: null,
  parentYear: null,
  figure: null,
} satisfies Omit<RecordFilter, "columns">;

/** @param wanted Filters that are not columns. */
export const drillFilter = (
  values: Drill["filters"],
  wanted: Partial<Omit<RecordFilter, "columns">>,
): RecordFilter => ({
  columns: new Map(
    Object.entries(values).map(([name, value]) => {
      const all = [value].flat();
      const known = all.filter((one) => one !== "");
      return [name, { values: known, empty: known.length < all.length }];
    }),
  ),
  ...unset,
  ...wanted,
});
