/** Full page loads, which open the newest version of the app. */
import { connection } from "./connection.ts";
import { pageVersion } from "./versions.ts";

/**
 * True if a navigation should load the whole page, because a new version is ready. False while a dialog is open, which
 * may contain unsaved input. False while work is in progress, which leaving the page would abort.
 */
export const shouldLoadFully = (): boolean =>
  pageVersion() === "ready" &&
  !connection().lost &&
  !document.querySelector("dialog[open]") &&
  // While work is in progress, a listener cancels `beforeunload` (components/overlays/use-leave-warning.ts).
  window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** Milliseconds to wait for a page load before repeating it. The service worker normally answers at once. */
const answersWithin = 8000;

/** Loads a page of the app fully. The promise never resolves, because the page is replaced. */
export function loadFully(address: string): Promise<never> {
  const { href } = new URL(address, window.location.href);
  const load = () => {
    // Reload if only the fragment (#) of the address differs, because `assign` would only scroll.
    if (href === window.location.href) window.location.reload();
    else window.location.assign(href);
  };
  // Repeat the load after some seconds, because Chromium sometimes never answers just after a new service worker has
  // become active. Don't repeat it if the browser asks about leaving the page, because the user may stay.
  if (navigator.serviceWorker?.controller) {
    const again = setTimeout(load, answersWithin);
    window.addEventListener("beforeunload", (event) => event.defaultPrevented && clearTimeout(again));
  }
  load();
  return new Promise(() => {});
}
