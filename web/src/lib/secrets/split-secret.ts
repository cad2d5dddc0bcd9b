/**
 * Stores secrets in two parts: the secret combined (XOR) with a random mask, for local storage, and the mask as a
 * cookie. Neither part reveals anything without the other. Browsers keep removed items of local storage on the disk for
 * some time, but overwrite removed cookies, so no one can read a removed secret.
 */

/** Maximum age of a cookie in seconds: 400 days, the longest that browsers allow. */
const longest = 400 * 24 * 3600;

/**
 * Number of bytes in front of a mask that are not secret. These bytes are the same in a mask and in its
 * masked secret, so the two can be matched. In base64, they are the first 4 characters.
 */
const idLength = 3;

/**
 * Adds a new mask for a secret to a cookie, and returns the masked secret as base64. The cookie also keeps
 * the previous mask, because another tab may still read the previous masked secret.
 */
export function maskSecret(cookie: string, secret: Uint8Array): string {
  const mask = crypto.getRandomValues(new Uint8Array(idLength + secret.length));
  const [last = ""] = readMasks(cookie);
  setCookie(cookie, `${toBase64(mask)}.${last}`);
  return toBase64(mask.map((byte, at) => byte ^ (secret[at - idLength] ?? 0)));
}

/** Returns the secret; null if its mask is missing. @throws Error if one of the two parts is not base64. */
export function unmaskSecret(cookie: string, masked: string): Uint8Array<ArrayBuffer> | null {
  const mask = readMasks(cookie).find((one) => one.startsWith(masked.slice(0, 4)));
  const bytes = mask && fromBase64(mask);
  if (!bytes) return null;
  return fromBase64(masked)
    .map((byte, at) => byte ^ (bytes[at] ?? 0))
    .subarray(idLength);
}

export const removeMask = (cookie: string): void => setCookie(cookie, "");

/** Returns the masks in a cookie, the newest first. */
export const readMasks = (cookie: string): string[] =>
  document.cookie
    .split("; ")
    .find((one) => one.startsWith(`${cookie}=`))
    ?.slice(cookie.length + 1)
    .split(".") ?? [];

/** @param value An empty value removes the cookie. */
function setCookie(name: string, value: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous.
  document.cookie = `${name}=${value}; Path=/; SameSite=Strict; Max-Age=${value ? longest : 0}${secure}`;
}

/** @throws Error if the text is not base64. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
