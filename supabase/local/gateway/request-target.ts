/**
 * Parses the target of a request once for all parts of the stack. Parts behind the gateway resolve URLs in different
 * ways, so an ambiguous URL is rejected.
 */

export interface RequestTarget {
  path: string;
  /** Query including its question mark; empty if there is none. */
  query: string;
}

/**
 * Parses the target of a request line. Returns null for targets that programs read in different ways: absolute URLs,
 * control characters, a NUL in the query, invalid encodings, and dot segments or backslashes (also if encoded).
 */
export function readTarget(target: string): RequestTarget | null {
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const query = mark < 0 ? "" : target.slice(mark);
  if (!path.startsWith("/") || target.includes("#") || /%00/.test(query)) return null;
  // Parse the target after a host. Otherwise the parser would read "name" in "//name" as the host.
  const address = `http://gateway${target}`;
  if (!URL.canParse(address) || new URL(address).pathname !== path) return null;
  return hidesSomething(path) ? null : { path, query };
}

/** Matches a host name or address with optional port, as in a Host header. */
export const isHost = (host: string): boolean => /^([\w.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(host);

function hidesSomething(path: string): boolean {
  if (/%(?![0-9a-f]{2})/i.test(path)) return true;
  for (let text = path; ; ) {
    if (/(^|\/)\.\.?(\/|$)/.test(text) || [...text].some(isHidden)) return true;
    // Decode each byte separately, because decoding as UTF-8 would throw for invalid bytes. Only dots and other ASCII
    // characters matter here.
    const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
    if (decoded === text) return false;
    text = decoded;
  }
}

const isHidden = (sign: string): boolean => sign < " " || sign === "\u007f" || sign === "\\";
