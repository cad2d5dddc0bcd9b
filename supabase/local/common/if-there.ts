/** Files that may not be there, or go while they are read. */

/** What comes of work with a file or folder; null where there is none. @throws whatever else goes wrong. */
export const ifThere = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
