/**
 * Keys of saving requests (Idempotency-Key header), one per user action. With the same key, the server doesn't save the
 * content twice. A key is stored across reloads until the outcome of its action is known, but at most ten minutes.
 * Until then, a request with identical content gets the same key.
 */
import { newUuid } from "./uuid.ts";

interface OpenWrite {
  key: string;
  /** Time of the last attempt in milliseconds since 1970. */
  at: number;
}

const place = "arbo:open-writes";
/**
 * Maximum milliseconds after the last attempt for which a key with an unknown outcome is stored. Later, identical
 * content is a new action. With the old key, the server would only repeat the old response, even if another user has
 * undone the first action.
 */
const longest = 10 * 60_000;
/** Maximum number of requests with unknown outcome that a browser stores. */
const most = 100;

/** Copy in memory, used if local storage is not available. */
let open: Record<string, OpenWrite> = {};

/**
 * Returns the key of an action. Creates the key if the action has none.
 * @param act Method, path and content of the request.
 */
export function openWrite(act: string): string {
  const writes = read();
  const print = fingerprint(act);
  const key = writes[print]?.key ?? newUuid();
  keep({ ...writes, [print]: { key, at: Date.now() } });
  return key;
}

/**
 * Removes the key of an action whose outcome is known. If the user sends identical content later, the request is a new
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
