/** Full page loads, which open the newest version of the app. */
import { connection } from "./connection.ts";
import { pageVersion } from "./versions.ts";

/**
 * Checks whether a navigation should load the whole page, because a new version is ready. Returns false while
 * a dialog is open, because the dialog may contain unsaved input. Also returns false while work is in
 * progress, because leaving the page would abort the work.
 */
export const shouldLoadFully = (): boolean =>
  pageVersion() === "ready" &&
  !connection().lost &&
  !document.querySelector("dialog[open]") &&
  // While work is in progress, a listener cancels `beforeunload` (components/overlays/use-leave-warning.ts).
  window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/**
 * Milliseconds to wait for a page load before it is started again. The service worker normally answers at
 * once.
 */
const answersWithin = 8000;

/** Loads a page of the app fully. The result never resolves, because the page is replaced. */
export function loadFully(address: string): Promise<never> {
  const { href } = new URL(address, window.location.href);
  const load = () => {
    // `assign` would only scroll if the current page has the same address with a fragment (#). So reload the
    // page.
    if (href === window.location.href) window.location.reload();
    else window.location.assign(href);
  };
  // Chromium sometimes never answers a page load just after a new service worker has taken over. So start the
  // load again after some seconds. Don't do this if the browser asks the user about leaving the page, because
  // the user may stay.
  if (navigator.serviceWorker?.controller) {
    const again = setTimeout(load, answersWithin);
    window.addEventListener("beforeunload", (event) => event.defaultPrevented && clearTimeout(again));
  }
  load();
  return new Promise(() => {});
}
