/** Shares the runs of a refresh between concurrent requests. */

/**
 * Returns a function that runs `refresh` for all its callers, one run at a time. A caller that arrives during a run
 * waits for the next run, because the current run may miss the caller's rows. So a refresh occupies one connection,
 * however many requests wait for it.
 */
export function shareRuns(refresh: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const run = (): Promise<void> => {
    next = null;
    current = refresh().finally(() => {
      current = null;
    });
    return current;
  };
  return () => {
    if (current) next ??= current.then(run, run);
    return next ?? run();
  };
}
