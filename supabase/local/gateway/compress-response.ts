/** Compresses responses of functions, as the web hosts of a deployment do (web/hosting). */
import type { IncomingMessage } from "node:http";
import { createGzip, type Gzip } from "node:zlib";
import { accepts, compressible } from "./web-files.ts";

/** Number of bytes from which a compressed response is worth the time. */
const smallest = 1000;

/** Statuses of responses without a body, and of parts of a file. */
const never = [204, 206, 304];

/**
 * Returns a stream that compresses a response; null if the client doesn't accept gzip, or if the response is small,
 * already compressed, without a body or of another kind than text. Its level is the fastest one, because a response is
 * compressed for one request only.
 */
export function compressorFor(
  request: IncomingMessage,
  { statusCode = 502, headers }: IncomingMessage,
): Gzip | null {
  const length = Number(headers["content-length"] ?? Number.POSITIVE_INFINITY);
  const isPlainText = compressible.test(headers["content-type"] ?? "") && !headers["content-encoding"];
  const hasBody = request.method !== "HEAD" && !never.includes(statusCode) && length >= smallest;
  return isPlainText && hasBody && accepts(request, "gzip") ? createGzip({ level: 1 }) : null;
}
