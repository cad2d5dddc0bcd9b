/** Removes the figure that opened a list from the URL. Loaded only with the bar that names the figure. */
import type { RecordSearch } from "../common/record-search.ts";

/** Returns the search without the figure from which the user opened the list. */
export const withoutDrill = ({
  figure: _,
  about: __,
  sum: ___,
  tab,
  ...search
}: RecordSearch): RecordSearch => ({
  ...search,
  tab: tab === "all" ? undefined : tab,
  page: undefined,
});
