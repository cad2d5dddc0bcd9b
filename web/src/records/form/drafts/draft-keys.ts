/** Keys of the stored drafts in localStorage. */

/** Returns the prefix of the localStorage keys of all drafts of a user. */
export const prefixOfUser = (user: { id: string }): string => `arbo.draft.${user.id}.`;

export const prefixOf = (user: { id: string }, record: { route: string }): string =>
  `${prefixOfUser(user)}${record.route}.`;

/** Returns the keys in localStorage that start with the prefix. */
export const keysOf = (prefix: string): string[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .sort();
