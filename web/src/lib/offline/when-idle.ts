/**
 * Waits at least `milliseconds`, and then until the browser has nothing else to do, but at most 5 more seconds. So work
 * that can wait doesn't delay what the user sees.
 */
export const whenIdle = (milliseconds = 0): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      // Safari has no idle callbacks.
      if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 5000 });
      else resolve();
    }, milliseconds);
  });
