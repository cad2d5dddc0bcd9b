/**
 * Keys of saving requests (Idempotency-Key header): one key per user action. A key is stored until the outcome of its
 * action is known, even if the page is reloaded. If the same content is sent again before the outcome is known, the
 * request has the same key, so that the server doesn't save the content twice.
 */
import { newUuid } from "./uuid.ts";

interface OpenWrite {
  key: string;
  /** Creation time in milliseconds since 1970. */
  at: number;
}

const place = "arbo:open-writes";
/**
 * Maximum age in milliseconds of a key whose outcome is unknown. When the key is older, a request with the
 * same content gets a new key.
 */
const longest = 24 * 3600_000;
/** Maximum number of requests with unknown outcome that a browser stores. */
const most = 100;

/** Copy in memory, used if local storage is not available. */
let open: Record<string, OpenWrite> = {};

/**
 * Returns the key of an action. Creates the key if the action has none yet.
 * @param act Method, path and content of the request.
 */
export function openWrite(act: string): string {
  const writes = read();
  const print = fingerprint(act);
  const known = writes[print];
  if (known) return known.key;
  const key = newUuid();
  keep({ ...writes, [print]: { key, at: Date.now() } });
  return key;
}

/**
 * Removes the key of an action whose outcome is known. If the user sends the same content later, it is a new
 * action.
 */
export function closeWrite(act: string): void {
  const { [fingerprint(act)]: _closed, ...rest } = read();
  keep(rest);
}

function read(): Record<string, OpenWrite> {
  try {
    open = JSON.parse(localStorage.getItem(place) ?? "{}") as Record<string, OpenWrite>;
  } catch {
    // Local storage can't be read. Use the copy in memory.
  }
  const young = Object.entries(open).filter(([, { at }]) => Date.now() - at < longest);
  return Object.fromEntries(young.slice(-most));
}

function keep(writes: Record<string, OpenWrite>): void {
  open = writes;
  try {
    localStorage.setItem(place, JSON.stringify(writes));
  } catch {
    // Local storage can't be written. The copy in memory remains.
  }
}

/** Returns a hash that identifies an action without storing its content, which may contain personal data. */
const fingerprint = (text: string): string =>
  [0x811c9dc5, 0x2b5ac3e1].map((seed) => hash(text, seed)).join("-") + text.length.toString(36);

/** Returns the FNV-1a hash, 32 bits, over the code units of the text. */
function hash(text: string, seed: number): string {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(36);
}
