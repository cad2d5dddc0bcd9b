/**
 * Removes the figure (a number in a chart or report) that opened a list from the URL. Loaded only with the bar that
 * names the figure.
 */
import type { RecordSearch } from "../common/record-search.ts";

/**
 * Returns the search without the figure that opened the list and without its filters. If only conditions opened the
 * list, as from a cell in Explore, removes the conditions.
 */
export const withoutDrill = ({ figure, about, sum: _, tab, ...search }: RecordSearch): RecordSearch => ({
  ...search,
  ...(figure === undefined && about === undefined ? { filter: undefined } : {}),
  tab: tab === "all" ? undefined : tab,
  page: undefined,
});
