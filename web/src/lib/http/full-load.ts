/** Full page loads, which open the newest version of the app. */
import { connection } from "./connection.ts";
import { pageVersion } from "./versions.ts";

/**
 * Checks whether a navigation should load the whole page, because a new version is ready. Returns false while a dialog
 * is open, which may be a form with unsaved entries, and while work is in progress that leaving the page would abort.
 */
export const shouldLoadFully = (): boolean =>
  pageVersion() === "ready" &&
  !connection().lost &&
  !document.querySelector("dialog[open]") &&
  // Listeners of this event cancel it while work is in progress (components/overlays/use-leave-warning.ts).
  window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** Loads a page of the app fully. The result never resolves, because the page is replaced. */
export function loadFully(address: string): Promise<never> {
  const { href } = new URL(address, window.location.href);
  // Assigning the present address with a fragment would only scroll.
  if (href === window.location.href) window.location.reload();
  else window.location.assign(href);
  return new Promise(() => {});
}
