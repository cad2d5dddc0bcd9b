/**
 * Removes a figure (a number in a chart or report) from the URL of a list that the user opened from this figure. This
 * module loads only with the bar that names the figure.
 */
import type { RecordSearch } from "../common/record-search.ts";

/**
 * Returns the URL parameters without the figure from which the user opened the list, and without its filters. If the
 * user opened the list from a cell in Explore, there is no figure, and the conditions are removed.
 */
export const withoutDrill = ({ figure, about, sum: _, tab, ...search }: RecordSearch): RecordSearch => ({
  ...search,
  ...(figure === undefined && about === undefined ? { filter: undefined } : {}),
  tab: tab === "all" ? undefined : tab,
  page: undefined,
});
