/**
 * Installs the service worker, and looks for new files of the app when the API has another version. The next full page
 * load opens the new version.
 */
import { connection } from "./connection.ts";
import { loadFully, shouldLoadFully } from "./full-load.ts";
import { noteNewPage, onOutdated, pageVersion } from "./versions.ts";

/** Milliseconds between two searches for new files while the API and this page have different versions. */
const searchEvery = 60_000;

let registration: ServiceWorkerRegistration | null = null;

export async function followNewVersions(): Promise<void> {
  const search = () => {
    if (pageVersion() === "expected") void findNewVersion();
  };
  onOutdated(search);
  setInterval(search, searchEvery);
  followMissingParts();
  registration = await installWorker();
  search();
}

/** If a script or style of this page is missing on the host, reloads the page as soon as a new version is ready. */
function followMissingParts(): void {
  let isPartMissing = false;
  const load = () => {
    if (isPartMissing && shouldLoadFully()) void loadFully(window.location.href);
  };
  onOutdated(load);
  window.addEventListener("vite:preloadError", () => {
    if (connection().lost) return;
    isPartMissing = true;
    void findNewVersion().then(load);
  });
}

/** Registers the service worker. Returns null if the browser doesn't support one here, for example without TLS. */
async function installWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  const workers = navigator.serviceWorker;
  let controlled = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    // If an earlier service worker controlled this page, another tab has activated the new version's service worker.
    if (controlled) noteNewPage();
    controlled = true;
  });
  const installed = await workers.register("/sw.js", { updateViaCache: "none" }).catch((problem: unknown) => {
    console.error("The app can't be opened without a connection in this browser.", problem);
  });
  if (!installed) return null;
  // Another tab may have opened a new version while this page was loading.
  if (installed.waiting || (controlled && (await isReplaced().catch(() => false)))) noteNewPage();
  installed.addEventListener("updatefound", () => {
    const next = installed.installing;
    next?.addEventListener("statechange", () => {
      if (next.state === "installed" && installed.active) noteNewPage();
    });
  });
  return installed;
}

/**
 * Looks for new files on the host. A browser with a service worker first installs them; the listener of `updatefound`
 * then reports the new version.
 */
async function findNewVersion(): Promise<void> {
  try {
    await registration?.update();
    if (await isReplaced()) noteNewPage();
  } catch (problem) {
    console.error("The new version of the app was not found. The next search follows.", problem);
  }
}

/**
 * Checks whether the next full page load would open other scripts or styles. Requests the page as a page load does:
 * from the active service worker, or else from the host.
 */
async function isReplaced(): Promise<boolean> {
  const answer = await fetch("/index.html", { cache: "no-store" });
  if (!answer.ok) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const parts = [...page.querySelectorAll("script[src], link[rel=stylesheet]")];
  return parts.some((part) => {
    const name = part instanceof HTMLScriptElement ? "src" : "href";
    return !document.querySelector(`[${name}="${CSS.escape(part.getAttribute(name) ?? "")}"]`);
  });
}
