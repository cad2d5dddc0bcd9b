/**
 * Private bucket of evidence files in Supabase Storage. The API uses it with the service key, after the database has
 * permitted the action. With their own token, users can only read the files of rows that they can see, and can't store,
 * replace, remove or sign files.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "../../contracts/base/problems.ts";
import { ServiceFailure } from "../db/service-failure.ts";
import * as buckets from "./storage-calls.ts";
import { call, failure, StorageRefusal, serviceName, storage } from "./storage-calls.ts";

const bucket = "evidence";
const attempts = 3;
/** Milliseconds to wait before the second attempt to store a file. Later pauses are longer. */
const firstPause = 200;

/**
 * Stores a file under the path that the database has recorded for it. If the path already exists, an earlier attempt
 * has stored the file. In that case, only checks that the bytes are equal, because a stored file can't change.
 * @throws Problem of kind `too_large`, `conflict`; Error when Storage can't be reached, in which case a retry may
 * succeed.
 */
export async function storeFile(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await storage("POST", `${bucket}/${path}`, inPieces(bytes), {
        "content-type": contentType,
        // Photos and documents are personal data, so browsers must not cache them.
        "cache-control": "no-store",
        "x-upsert": "false",
      });
      return;
    } catch (error) {
      if (error instanceof StorageRefusal && error.status === 409) return await requireSame(path, bytes);
      if (error instanceof StorageRefusal && error.status === 413)
        throw new Problem("too_large", "The file is too large.");
      // Retry after a 5xx response of Storage, which may be temporary, for example after two concurrent requests for
      // one path.
      const answered = error instanceof ServiceFailure && typeof error.cause === "string";
      if (!answered || attempt === attempts) throw error;
      await pause(firstPause * attempt);
    }
  }
}

const piece = 64 * 1024;

/** Streams the bytes in pieces. Sent as a whole, the bytes would be copied. */
const inPieces = (bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> => {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + piece));
      at += piece;
    },
  });
};

async function requireSame(path: string, bytes: Uint8Array): Promise<void> {
  const stored = await readStored(path);
  if (stored?.length === bytes.length && stored.every((byte, at) => byte === bytes[at])) return;
  const message = "A different file was stored for this upload. Send yours as a new upload.";
  throw new Problem("conflict", message, [{ field: "upload_id", message }]);
}

/** Returns the bytes stored under a path; null if there is no file. @throws Error when Storage can't be reached. */
export async function readStored(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const answer = await call(`${bucket}/${path}`, { method: "GET" });
  if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  const failed = failure(answer.status, await answer.text());
  if (failed instanceof StorageRefusal && failed.status === 404) return null;
  throw failed;
}

/**
 * Tests Storage: stores a few bytes in a separate bucket and reads them back. Safe to run concurrently.
 * @throws ServiceFailure
 */
export async function testStorage(milliseconds: number): Promise<void> {
  const sent = crypto.randomUUID();
  const at = "health/pulse";
  const stored = await call(at, {
    ...{ method: "POST", body: sent, signal: AbortSignal.timeout(milliseconds) },
    headers: { "content-type": "text/plain", "x-upsert": "true" },
  });
  await stored.body?.cancel();
  if (!stored.ok) throw new ServiceFailure(serviceName, `${stored.status} to a byte`);
  const read = await call(at, { method: "GET", signal: AbortSignal.timeout(milliseconds) });
  const found = await read.text();
  if (!read.ok || found.length !== sent.length)
    throw new ServiceFailure(serviceName, "a stored byte is not there");
}

/** Removes files that the database has reported as orphaned. */
export const removeFiles = (paths: readonly string[]): Promise<void> => buckets.removeFrom(bucket, paths);

/** Returns signed addresses of files that the caller may see, valid for `seconds`; missing files are omitted. */
export const signFiles = (paths: readonly string[], seconds: number): Promise<Map<string, string>> =>
  buckets.signUrls(bucket, paths, seconds);
