/**
 * Waits the given milliseconds, and then at most 5 seconds until the browser is idle. Call this before work that must
 * not delay the screen.
 */
export const whenIdle = (milliseconds = 0): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      // Safari has no idle callbacks.
      if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 5000 });
      else resolve();
    }, milliseconds);
  });
