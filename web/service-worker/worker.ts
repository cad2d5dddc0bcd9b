/**
 * The service worker. It stores the app's own files, so that the app opens without a connection. It never stores or
 * answers requests to the API or to Supabase. A new version becomes active at the next full page load of any tab. The
 * scripts of the previous version stay stored for tabs that still run them.
 */
import { NetworkFirst, Serwist, type SerwistPlugin, StaleWhileRevalidate } from "serwist";
import { isAppPage } from "./app-pages.ts";

declare const self: ServiceWorkerGlobalScope;
/** The build (plugin.ts) inserts the values of `shellFiles` and `serverPaths`. */
declare const shellFiles: { url: string; revision: string | null }[];
declare const serverPaths: string[];

const pageAddress = "/index.html";
const shellCache = "shell";
/**
 * Name of the cache that contains only the list of the active version's files. `shellCache` contains the files
 * themselves.
 */
const listCache = "shell-list";
const listAddress = "/shell-list";

const serwist = new Serwist({
  precacheEntries: shellFiles,
  precacheOptions: {
    cacheName: shellCache,
    // Maximum number of files fetched in parallel, so that the installation doesn't delay the user's requests.
    concurrency: 4,
    matchOptions: { ignoreVary: true },
    cleanURLs: false,
    directoryIndex: null,
    ignoreURLParametersMatching: [],
  },
  clientsClaim: true,
});

/** Treats a response that is not JSON, such as the sign-in page of a public network, like a lost connection. */
const onlyJson: SerwistPlugin = {
  fetchDidSucceed: async ({ response }) => {
    if (!response.headers.get("content-type")?.includes("json")) throw new TypeError("The file is not JSON.");
    return response;
  },
};

serwist.registerCapture(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === "navigate" && isAppPage(url.pathname, serverPaths),
  ({ event, request }) => openPage(event, request),
);
serwist.registerCapture(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === "/config.json",
  new NetworkFirst({ cacheName: "settings", networkTimeoutSeconds: 5, plugins: [onlyJson] }),
);
serwist.registerCapture(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/data/barangays/"),
  new StaleWhileRevalidate({ cacheName: "barangays", plugins: [onlyJson] }),
);
// Serve the previous version's scripts from the cache, because tabs opened before the update still load them.
serwist.registerCapture(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/assets/"),
  async ({ request }) =>
    (await caches.match(request, { cacheName: shellCache, ignoreVary: true })) ?? fetch(request),
);

/** Returns the app's page. If a new version of the worker is waiting, activates that version and returns its page. */
async function openPage(event: ExtendableEvent, request: Request): Promise<Response> {
  const cache = await caches.open(shellCache);
  const own = serwist.getPrecacheKeyForUrl(pageAddress) ?? pageAddress;
  const next = self.registration.waiting;
  if (next) {
    next.postMessage({ type: "SKIP_WAITING" });
    const pages = (await cache.keys()).filter(({ url }) => new URL(url).pathname === pageAddress);
    const newest = pages.findLast(({ url }) => url !== own);
    const page = newest && (await cache.match(newest));
    if (page) return page;
  }
  const page = await cache.match(own);
  if (!page) return fetch(request);
  event.waitUntil(updateHeaders(cache, own, page.clone()));
  return page;
}

/**
 * Stores the page again, so that its stored headers are current, such as the content security policy. A page with
 * different content belongs to another version and is not stored.
 */
async function updateHeaders(cache: Cache, key: string, stored: Response): Promise<void> {
  const present = await fetch("/", { cache: "no-cache" }).catch(() => null);
  if (!present?.ok || present.redirected || (await present.clone().text()) !== (await stored.text())) return;
  await cache.put(key, present);
}

/** Deletes all stored files, except the files of the active version and the scripts of the previous version. */
async function removeOldFiles(): Promise<void> {
  const own = [...serwist.getUrlsToPrecacheKeys().values()];
  const lists = await caches.open(listCache);
  const former: string[] = (await (await lists.match(listAddress))?.json()) ?? [];
  const kept = new Set([...own, ...former.filter((url) => new URL(url).pathname.startsWith("/assets/"))]);
  const cache = await caches.open(shellCache);
  const stored = await cache.keys();
  await Promise.all(stored.filter(({ url }) => !kept.has(url)).map((one) => cache.delete(one)));
  await lists.put(listAddress, Response.json(own));
}

self.addEventListener("install", serwist.handleInstall);
self.addEventListener("activate", (event) => event.waitUntil(removeOldFiles()));
self.addEventListener("fetch", serwist.handleFetch);
