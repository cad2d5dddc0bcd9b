/** Compresses responses of functions, as the web hosts of a deployment do (web/hosting). */
import type { IncomingMessage } from "node:http";
import { createGzip, type Gzip } from "node:zlib";
import { accepts, compressible } from "./web-files.ts";

/** Minimum size in bytes of a response to compress. Compressing smaller responses saves too little. */
const smallest = 1000;

/** Statuses of responses that are not compressed, because they have no body or only a part of a file. */
const never = [204, 206, 304];

/**
 * Returns a stream that compresses a response at the fastest level, because the result is used only once. Returns null
 * if the client doesn't accept gzip, or if the response is small, already compressed, without a body, or not text.
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
