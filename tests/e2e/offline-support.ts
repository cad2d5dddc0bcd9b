/** Helpers of the tests without a connection: cutting the connection, and reading what the browser has stored. */
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { managedNonce } from "@noble/ciphers/utils.js";
import type { BrowserContext, Page } from "playwright/test";
import { unmask } from "./support.ts";

/** Cuts the connection to the server. Files of the app still load, as if from its cache. */
export async function cutConnection(context: BrowserContext): Promise<void> {
  await context.route(/\/(api|charts|dropdown|auth|rest|storage)\//, (route) =>
    route.abort("connectionfailed"),
  );
}

export const restoreConnection = (context: BrowserContext): Promise<void> => context.unrouteAll();

/**
 * Waits until the browser has stored the user and the user's key. Without them, the browser stores no entries or
 * responses, and the app can't be opened without a connection.
 */
export const untilUserStored = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => localStorage.getItem("arbo.offline-user") !== null);

/** Entries of one store in the browser's database. Their encrypted contents are base64. */
export const storedIn = (
  page: Page,
  store: "answers" | "rows" | "files",
): Promise<{ id: string; sealed: string }[]> =>
  page.evaluate(async (name) => {
    // Opening a missing database would create it, without the stores that the app needs.
    const names = (await indexedDB.databases()).map((database) => database.name);
    if (!names.includes("arbo-offline")) return [];
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open("arbo-offline");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    if (!database.objectStoreNames.contains(name)) return [];
    const entries = await new Promise<{ id: string; sealed: Uint8Array }[]>((resolve) => {
      const request = database.transaction(name).objectStore(name).getAll();
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    const text = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    return entries.map(({ id, sealed, ...others }) => ({ ...others, id, sealed: btoa(text(sealed)) }));
  }, store);

/** Decrypts the entries of a store with the key that the browser has. */
export async function decryptedIn(page: Page, store: "answers" | "rows"): Promise<string[]> {
  const stored = await page.evaluate(() => localStorage.getItem("arbo.offline-key"));
  const mask = (await page.context().cookies()).find(({ name }) => name === "arbo.offline-mask");
  const key = unmask(stored?.split(" ")[1] ?? "", mask?.value ?? "");
  const cipher = managedNonce(xchacha20poly1305)(key);
  return (await storedIn(page, store)).map(({ sealed }) =>
    Buffer.from(cipher.decrypt(Buffer.from(sealed, "base64"))).toString(),
  );
}

/**
 * Returns, as text, everything that the browser has stored for the app: local storage, session storage, database and
 * caches.
 */
export async function storedText(page: Page): Promise<string> {
  const entries = [...(await storedIn(page, "answers")), ...(await storedIn(page, "rows"))];
  const others = await page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? "");
    }
    return texts.join("\n");
  });
  const bytes = entries.map(({ sealed }) => Buffer.from(sealed, "base64").toString("latin1"));
  return [others, JSON.stringify(entries), ...bytes].join("\n");
}
