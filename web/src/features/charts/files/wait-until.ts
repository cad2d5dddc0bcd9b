/** Waits for drawings, which are rendered a moment after their cards. */

/** Maximum waiting time in milliseconds. */
const patience = 10_000;

export const hasDrawing = (holder: HTMLElement): boolean => holder.querySelector("svg") !== null;

/** Resolves when the condition is true, or after the maximum waiting time. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  const end = Date.now() + patience;
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
}
