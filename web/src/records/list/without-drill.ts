/** Removes the figure that opened a list from the URL. Loaded only with the bar that names the figure. */
import type { RecordSearch } from "../common/record-search.ts";

/**
 * Returns the search without the figure from which the user opened the list. If the list was opened by its conditions
 * alone, as from a cell of an exploration, the conditions are removed.
 */
export const withoutDrill = ({ figure, about, sum: _, tab, ...search }: RecordSearch): RecordSearch => ({
  ...search,
  ...(figure === undefined && about === undefined ? { filter: undefined } : {}),
  tab: tab === "all" ? undefined : tab,
  page: undefined,
});
