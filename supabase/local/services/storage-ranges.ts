/**
 * Handles range requests for stored files. The embedded Storage does not support them: it always responds with the
 * whole file.
 */
import { storageError } from "./storage-errors.ts";

/**
 * Returns the part of the response that the request asks for. Returns the whole response if no range was requested, or
 * if the response has no file.
 */
export async function applyRange(request: Request, answer: Response): Promise<Response> {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "");
  if (request.method !== "GET" || !asked || answer.status !== 200) return answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const [, from = "", to = ""] = asked;
  const last = bytes.length - 1;
  // "-3" means the last three bytes.
  const start = from === "" ? Math.max(0, bytes.length - Number(to)) : Number(from);
  const end = from === "" || to === "" ? last : Math.min(Number(to), last);
  if (start > end) return storageError("InvalidRange", "This file has no such part");
  const headers = new Headers(answer.headers);
  headers.set("content-range", `bytes ${start}-${end}/${bytes.length}`);
  headers.set("content-length", String(end - start + 1));
  headers.set("accept-ranges", "bytes");
  return new Response(bytes.slice(start, end + 1), { status: 206, headers });
}
