/**
 * Maximum number of levels of a filter (`any`, `all`, and the `where` of related rows). The filter editor of the web
 * app needs nine levels: it has conditions on the listed rows, their related rows, and the rows related to these. For
 * each of the three, an `all` can contain an `any`.
 */
export const mostFilterLevels = 9;
