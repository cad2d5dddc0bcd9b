/**
 * Stores secrets in two parts, which reveal nothing alone: a random mask as a cookie, and the masked secret (XOR) in
 * local storage. Removed items of local storage stay on the disk for some time. Browsers overwrite removed cookies, so
 * no one can read a removed secret.
 */

/** Maximum age of a cookie in seconds: 400 days, the longest that browsers allow. */
const longest = 400 * 24 * 3600;

/**
 * Number of bytes with which both a mask and its masked secret begin, so that the two can be matched. These bytes are
 * not secret. In base64, they are the first 4 characters.
 */
const idLength = 3;

/**
 * Adds a new mask for a secret to a cookie, and returns the masked secret as base64. Keeps the previous mask, because
 * another tab may still read the previous masked secret.
 */
export function maskSecret(cookie: string, secret: Uint8Array): string {
  const mask = crypto.getRandomValues(new Uint8Array(idLength + secret.length));
  const [last = ""] = readMasks(cookie);
  setCookie(cookie, `${toBase64(mask)}.${last}`);
  return toBase64(mask.map((byte, at) => byte ^ (secret[at - idLength] ?? 0)));
}

/**
 * Returns the secret; null if its mask is missing.
 * @throws Error if a part is not base64.
 */
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
