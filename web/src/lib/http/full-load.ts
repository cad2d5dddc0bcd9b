/** Full page loads, which open the newest version of the app. */
import { connection } from "./connection.ts";
import { pageVersion } from "./versions.ts";

/**
 * Checks whether a navigation should load the whole page, because a new version is ready. Returns false while a dialog
 * is open, because the dialog may contain unsaved entries. Also returns false while work is in progress that leaving
 * the page would abort.
 */
export const shouldLoadFully = (): boolean =>
  pageVersion() === "ready" &&
  !connection().lost &&
  !document.querySelector("dialog[open]") &&
  // While work is in progress, a listener cancels this event (components/overlays/use-leave-warning.ts).
  window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** Milliseconds after which a page load that the service worker should answer at once starts again. */
const answersWithin = 8000;

/** Loads a page of the app fully. The result never resolves, because the page is replaced. */
export function loadFully(address: string): Promise<never> {
  const { href } = new URL(address, window.location.href);
  const load = () => {
    // If the address is the present one and has a fragment, `assign` would scroll instead of loading the page.
    if (href === window.location.href) window.location.reload();
    else window.location.assign(href);
  };
  // Just after a new service worker has taken over, Chromium sometimes never answers a page load. The load does not
  // start again if the browser asks the user whether to leave the page, because the user may choose to stay.
  if (navigator.serviceWorker?.controller) {
    const again = setTimeout(load, answersWithin);
    window.addEventListener("beforeunload", (event) => event.defaultPrevented && clearTimeout(again));
  }
  load();
  return new Promise(() => {});
}
