/**
 * Maximum number of levels of a filter (`any`, `all`, and the `where` of related rows). The web app's editor needs all
 * of them: it offers conditions on rows, on rows related to these, and on rows related to the latter, and each time an
 * `any` inside an `all`.
 */
export const mostFilterLevels = 9;
