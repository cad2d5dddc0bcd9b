/**
 * Removes a figure (a number in a chart or report) from the URL of the list that the figure opened. Loads only with the
 * bar that names the figure.
 */
import type { RecordSearch } from "../common/record-search.ts";

/**
 * Returns the URL parameters without the figure that opened the list, and without the figure's filters. For a list
 * opened from a cell in Explore, removes the conditions instead.
 */
export const withoutDrill = ({ figure, about, sum: _, tab, ...search }: RecordSearch): RecordSearch => ({
  ...search,
  ...(figure === undefined && about === undefined ? { filter: undefined } : {}),
  tab: tab === "all" ? undefined : tab,
  page: undefined,
});
