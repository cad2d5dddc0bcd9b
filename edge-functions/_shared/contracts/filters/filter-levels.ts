/**
 * Maximum number of levels of a filter (`any`, `all`, and the `where` of related rows). The editor of conditions offers
 * rows, rows related to them, and rows related to those; each of these three may use `all` with `any` in it.
 */
export const mostFilterLevels = 9;
