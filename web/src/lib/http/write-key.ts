/**
 * Keys of writes (the header Idempotency-Key): one per act of the user. A key is kept until the outcome of its act is
 * known, also when the page is loaded again. The same content sent meanwhile is the same act, and the server does not
 * save it twice.
 */
import { newUuid } from "./uuid.ts";

interface OpenWrite {
  key: string;
  /** Milliseconds since 1970. */
  at: number;
}

const place = "arbo:open-writes";
/** An act that stays open for longer is over: the same content is then a new act. */
const longest = 24 * 3600_000;
/** More acts than one browser leaves open. */
const most = 100;

/** In memory where the browser keeps nothing. */
let open: Record<string, OpenWrite> = {};

/** The key of an act. @param act Method, path and content of the call. */
export function openWrite(act: string): string {
  const writes = read();
  const print = fingerprint(act);
  const known = writes[print];
  if (known) return known.key;
  const key = newUuid();
  keep({ ...writes, [print]: { key, at: Date.now() } });
  return key;
}

/** Ends an act whose outcome is known: the same content is a new act from now on. */
export function closeWrite(act: string): void {
  const { [fingerprint(act)]: _closed, ...rest } = read();
  keep(rest);
}

function read(): Record<string, OpenWrite> {
  try {
    open = JSON.parse(localStorage.getItem(place) ?? "{}") as Record<string, OpenWrite>;
  } catch {
    // What is in memory is all there is.
  }
  const young = Object.entries(open).filter(([, { at }]) => Date.now() - at < longest);
  return Object.fromEntries(young.slice(-most));
}

function keep(writes: Record<string, OpenWrite>): void {
  open = writes;
  try {
    localStorage.setItem(place, JSON.stringify(writes));
  } catch {
    // The browser keeps nothing.
  }
}

/** Tells acts apart without keeping what they hold, which may be personal data. */
const fingerprint = (text: string): string =>
  [0x811c9dc5, 0x2b5ac3e1].map((seed) => hash(text, seed)).join("-") + text.length.toString(36);

/** FNV-1a, 32 bits, over the code units of the text. */
function hash(text: string, seed: number): string {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value >>> 0).toString(36);
}
