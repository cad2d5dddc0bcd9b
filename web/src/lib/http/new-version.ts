/**
 * Installs the service worker, and looks for a new version of the app's files when the API has another version than this
 * page. The next full page load opens the new version.
 */
import { connection } from "./connection.ts";
import { noteNewPage, onOutdated, pageVersion } from "./versions.ts";

/** Milliseconds between two searches while the host still serves the files of this page. */
const searchEvery = 60_000;

let registration: ServiceWorkerRegistration | null = null;

export async function followNewVersions(): Promise<void> {
  const search = () => {
    if (pageVersion() === "expected") void findNewVersion();
  };
  onOutdated(search);
  setInterval(search, searchEvery);
  // A part of the app is missing on the host, because the host has a new version.
  window.addEventListener("vite:preloadError", () => {
    if (!connection().lost) void findNewVersion();
  });
  registration = await installWorker();
  search();
}

/** Registers the service worker. Returns null if the browser has none, for example on a page without TLS. */
async function installWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  const workers = navigator.serviceWorker;
  let controlled = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    // Another tab has opened the new version. The first worker of a browser is not a new version.
    if (controlled) noteNewPage();
    controlled = true;
  });
  const installed = await workers.register("/sw.js", { updateViaCache: "none" }).catch((problem: unknown) => {
    console.error("The app can't be opened without a connection in this browser.", problem);
  });
  if (!installed) return null;
  if (installed.waiting) noteNewPage();
  installed.addEventListener("updatefound", () => {
    const next = installed.installing;
    next?.addEventListener("statechange", () => {
      if (next.state === "installed" && installed.active) noteNewPage();
    });
  });
  return installed;
}

/** Looks for new files on the host. With a service worker, the browser installs them before `noteNewPage` is called. */
async function findNewVersion(): Promise<void> {
  try {
    if (registration) await registration.update();
    else if (await hasOtherPage()) noteNewPage();
  } catch (problem) {
    console.error("The new version of the app was not found. The next search follows.", problem);
  }
}

/** Checks whether the page on the host has another entry script than this page. */
async function hasOtherPage(): Promise<boolean> {
  const script = document.querySelector("script[type=module][src]")?.getAttribute("src");
  const page = await fetch("/", { cache: "no-store" });
  return page.ok && script != null && !(await page.text()).includes(script);
}
