/**
 * Maximum depth of a filter. Each `any`, each `all` and each `where` of related rows adds a level.
 *
 * The filter editor of the web app needs nine levels. It has conditions on the listed rows, on their related rows, and
 * on rows related to the related rows. For each of the three kinds of rows, an `all` can contain an `any`.
 */
export const mostFilterLevels = 9;
