/**
 * Replaces the service worker by one that deletes everything stored and answers no request. After a deployment that broke
 * the app, copy this file to the web host as `sw.js`. Browsers then load every page from the host again. The next
 * deployment replaces the file.
 */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(removeAll()));

async function removeAll() {
  for (const name of await caches.keys()) await caches.delete(name);
}
