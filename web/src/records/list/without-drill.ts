/**
 * Removes from the URL the figure (a number in a chart or report) that opened a list. This module loads only with the
 * bar that names the figure.
 */
import type { RecordSearch } from "../common/record-search.ts";

/**
 * Returns the URL parameters without the figure that opened the list and without the filters of that figure. A list
 * that was opened from a cell in Explore has no figure. For such a list, the conditions are removed instead.
 */
export const withoutDrill = ({ figure, about, sum: _, tab, ...search }: RecordSearch): RecordSearch => ({
  ...search,
  ...(figure === undefined && about === undefined ? { filter: undefined } : {}),
  tab: tab === "all" ? undefined : tab,
  page: undefined,
});
