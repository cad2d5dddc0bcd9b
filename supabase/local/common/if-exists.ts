/** Helper for files that may not exist or may disappear while being read. */

/** Returns the result of work with a file or folder; null if the file does not exist. Throws all other errors. */
export const ifExists = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
