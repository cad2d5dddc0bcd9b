/** Quotes texts for command lines that the user can copy. */

/** Returns a text as one word of a shell command. */
export const toShellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
