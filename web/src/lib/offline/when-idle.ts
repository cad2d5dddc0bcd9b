/**
 * Waits until the browser has nothing else to do, so that work for later doesn't delay what the user sees. Waits at
 * least `milliseconds`.
 */
export const whenIdle = (milliseconds = 0): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(() => {
      // Safari has no idle callbacks.
      if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 5000 });
      else resolve();
    }, milliseconds);
  });
