/**
 * Maximum number of levels of a filter (`any`, `all`, and the `where` of related rows). The filter editor of the web
 * app needs this number: it offers conditions on the listed rows, on their related rows, and on rows related to the
 * related rows. In each of these three places, `all` can contain `any`.
 */
export const mostFilterLevels = 9;
