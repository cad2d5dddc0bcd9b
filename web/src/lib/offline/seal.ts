/**
 * Encrypts and decrypts data with the user's offline key (XChaCha20-Poly1305, random nonce in front). Encryption is
 * synchronous, so that a closing page can still store a draft. It also works on insecure origins.
 */
import { cmac } from "@noble/ciphers/aes.js";
import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { managedNonce } from "@noble/ciphers/utils.js";
import { offlineKey } from "../secrets/offline-key.ts";
import { fromBase64 } from "../secrets/split-secret.ts";

/** Thrown if data can't be encrypted or decrypted because the user's key is not in this browser. */
export class NoOfflineKey extends Error {
  override name = "NoOfflineKey";
}

const cipher = managedNonce(xchacha20poly1305);

function keyOf(userId: string): Uint8Array {
  const known = offlineKey();
  if (known?.userId !== userId) throw new NoOfflineKey("Sign in to read what this browser stores of you.");
  return known.key;
}

/** @throws NoOfflineKey */
export const sealBytes = (userId: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(cipher(keyOf(userId)).encrypt(bytes));

/** @throws NoOfflineKey; Error if the data was damaged or encrypted with another key. */
export const openBytes = (userId: string, sealed: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(cipher(keyOf(userId)).decrypt(sealed));

/** Encrypts a value that JSON can express. @throws NoOfflineKey */
export const seal = (userId: string, value: unknown): Uint8Array<ArrayBuffer> =>
  sealBytes(userId, new TextEncoder().encode(JSON.stringify(value)));

/** Decrypts a value that `seal` encrypted. @throws like openBytes */
export const open = <Value>(userId: string, sealed: Uint8Array): Value =>
  JSON.parse(new TextDecoder().decode(openBytes(userId, sealed))) as Value;

const chunk = 0x8000;

/** Encrypts a value to text, for storage that holds only text. @throws NoOfflineKey */
export function sealText(userId: string, value: unknown): string {
  const bytes = seal(userId, value);
  let text = "";
  for (let at = 0; at < bytes.length; at += chunk)
    text += String.fromCharCode(...bytes.subarray(at, at + chunk));
  return btoa(text);
}

/** Decrypts a string from `sealText`. Returns null if the user's key doesn't fit. */
export function openText<Value>(userId: string, text: string): Value | null {
  try {
    return open<Value>(userId, fromBase64(text));
  } catch {
    return null;
  }
}

/**
 * Returns an id for a string, always equal for the same string and user. Without the user's key, no one can find the
 * string from the id.
 * @throws NoOfflineKey
 */
export const keyedId = (userId: string, text: string): string =>
  Array.from(cmac(new TextEncoder().encode(`${userId} ${text}`), keyOf(userId)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
