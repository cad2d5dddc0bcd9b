/** Keys of the stored drafts in localStorage. */

export const prefixOf = (user: { id: string }, record: { route: string }): string =>
  `arbo.draft.${user.id}.${record.route}.`;

/** Returns the stored keys with the prefix. */
export const keysOf = (prefix: string): string[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .sort();
