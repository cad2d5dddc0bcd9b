/**
 * Installs the service worker, and looks for a new version of the app's files when the API has another version than
 * this page. The next full page load opens the new version.
 */
import { connection } from "./connection.ts";
import { loadFully, shouldLoadFully } from "./full-load.ts";
import { noteNewPage, onOutdated, pageVersion } from "./versions.ts";

/** Milliseconds between two searches for a new version while the host still serves the files of this page. */
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

/** When a part of the app is missing on the host, loads the page again as soon as a new version is ready. */
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

/**
 * Registers the service worker. Returns null if the browser supports no service worker here, for example on a page
 * without TLS.
 */
async function installWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  const workers = navigator.serviceWorker;
  let controlled = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    // Another tab has opened the new version. If this browser had no worker before, the first worker is not a new
    // version.
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
 * Looks for new files on the host. With a service worker, the browser first installs the new files, and then the
 * listener of `updatefound` reports the new version.
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
 * Checks whether the next full page load opens a page with other scripts or styles than this page. With an active
 * service worker, this request and the page load both get the page that the worker has stored. Without a worker, both
 * get the page of the host.
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
