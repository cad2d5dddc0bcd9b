/**
 * Maximum number of levels of a filter (`any`, `all`, and the `where` of related rows). The editor in the web app needs
 * all of them: it offers conditions on rows, on their related rows, and on the related rows of those, each time with
 * `any` inside `all`.
 */
export const mostFilterLevels = 9;
