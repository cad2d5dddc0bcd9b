/** App-wide events (spec section 2): the loading overlay and the refresh of the header. */
export const loadingEvent = "arbo:loading";
export const headerRefreshEvent = "arbo:header-refresh";

let running = 0;

/**
 * Shows the loading overlay ("Loading, Please wait...") while the work runs. The overlay stays until no work is
 * running.
 */
export async function withLoading<Result>(work: () => Promise<Result>): Promise<Result> {
  announce(++running);
  try {
    return await work();
  } finally {
    announce(--running);
  }
}

const announce = (count: number): boolean =>
  window.dispatchEvent(new CustomEvent(loadingEvent, { detail: count > 0 }));

/** Makes the header reload the user, the reporting windows and the countdowns. */
export const refreshHeader = (): boolean => window.dispatchEvent(new Event(headerRefreshEvent));
