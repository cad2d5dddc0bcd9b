/** Compresses responses of functions, as the web hosts of a deployment do (web/hosting). */
import type { IncomingMessage } from "node:http";
import { createGzip, type Gzip } from "node:zlib";
import { compressible } from "./web-files.ts";

/** Number of bytes from which a compressed response is worth the time. */
const smallest = 1000;

/**
 * Returns a stream that compresses a response; null if the client doesn't accept gzip, or if the response is small,
 * already compressed or of another kind than text. Its level is the fastest one, because a response is compressed for
 * one request only.
 */
export function compressorFor(
  request: IncomingMessage,
  { statusCode, headers }: IncomingMessage,
): Gzip | null {
  const accepted = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  const length = Number(headers["content-length"] ?? Number.POSITIVE_INFINITY);
  const isPlainText = compressible.test(headers["content-type"] ?? "") && !headers["content-encoding"];
  if (!accepted || !isPlainText || length < smallest || request.method === "HEAD" || statusCode === 206)
    return null;
  return createGzip({ level: 1 });
}
