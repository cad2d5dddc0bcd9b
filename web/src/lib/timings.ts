/** How long modals show a message or a loading state, in milliseconds (spec sections 4 and 9). */
export const timings = {
  /** Time until the message 'Saved' closes. A message that needs confirmation stays open. */
  saveInfo: 2000,
  /** Minimum time for which a deletion shows its loading state. */
  deleteLoading: 1000,
  /** Time from the result of a deletion until its modal closes. */
  deleteResult: 500,
} as const;

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
