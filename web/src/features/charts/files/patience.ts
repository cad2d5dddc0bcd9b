/** Drawings come a moment after their cards: whoever saves one waits for it. */

/** Milliseconds. */
const patience = 10_000;

export const hasDrawing = (holder: HTMLElement): boolean => holder.querySelector("svg") !== null;

/** Resolves once the condition holds, or when it has been waited for long enough. */
export async function patiently(condition: () => boolean): Promise<void> {
  const end = Date.now() + patience;
  while (!condition() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
}
