/** Times of the modals, in milliseconds (spec sections 4 and 9). */
export const timings = {
  /** The save information closes by itself, unless it is a confirmation. */
  saveInfo: 2000,
  /** The loading state of a deletion stands at least this long. */
  deleteLoading: 1000,
  /** From the result of a deletion to the end of its modal. */
  deleteResult: 500,
} as const;

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
