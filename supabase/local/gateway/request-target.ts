/**
 * What a request asks for, read once and for all. Every part behind the gateway resolves addresses in its own way, so an
 * address that could mean two things is passed on to nobody.
 */

export interface RequestTarget {
  path: string;
  /** With its question mark; empty when there is none. */
  query: string;
}

/**
 * The target of a request line, or null unless its path is written exactly as it is resolved: no whole addresses, no dot
 * segments or backslashes however often they are encoded, no control characters, no broken encoding; and NUL nowhere.
 */
export function readTarget(target: string): RequestTarget | null {
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? "" : target.slice(mark);
  if (!path.startsWith("/") || target.includes("#") || /%00/.test(query)) return null;
  // With the host in front, "//name" stays a path.
  const address = `http://gateway${target}`;
  if (!URL.canParse(address) || new URL(address).pathname !== path) return null;
  return hidesSomething(path) ? null : { path, query };
}

/** A host name or address with its port, as a Host header may hold it. */
export const isHost = (host: string): boolean => /^([\w.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host);

function hidesSomething(path: string): boolean {
  if (/%(?![0-9a-f]{2})/i.test(path)) return true;
  for (let text = path; ; ) {
    if (/(^|\/)\.\.?(\/|$)/.test(text) || [...text].some(isHidden)) return true;
    // Byte by byte: what is no text is no dot either.
    const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (decoded === text) return false;
    text = decoded;
  }
}

const isHidden = (sign: string): boolean => sign < " " || sign === "\u007f" || sign === "\\";
