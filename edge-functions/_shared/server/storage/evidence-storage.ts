/**
 * The private bucket of files that prove something, over Supabase Storage, always with the service key: the database has
 * said before that the caller may. Users themselves only read there what rows in their sight keep; nobody stores,
 * replaces, removes or signs anything with a token of their own.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "../../contracts/problems.ts";
import { ServiceFailure } from "../db/service-failure.ts";
import * as buckets from "./storage-calls.ts";
import { call, failure, StorageRefusal, serviceName, storage } from "./storage-calls.ts";

const bucket = "evidence";
const attempts = 3;
/** Milliseconds before the second attempt. */
const firstPause = 200;

/**
 * Stores a file under a path that was announced. One that is there already was stored by an earlier try of the same
 * upload, and is compared byte by byte. It cannot change after that.
 * @throws Problem too_large, conflict; an Error when Storage is not to be reached, which a later try may mend.
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
        // Photos and papers are of people: no browser keeps them beyond the page.
        "cache-control": "no-store",
        "x-upsert": "false",
      });
      return;
    } catch (error) {
      if (error instanceof StorageRefusal && error.status === 409) return await requireSame(path, bytes);
      if (error instanceof StorageRefusal && error.status === 413)
        throw new Problem("too_large", "The file is too large.");
      // A fault of its own may be over at once: two requests at a time for one path are one.
      const answered = error instanceof ServiceFailure && typeof error.cause === "string";
      if (!answered || attempt === attempts) throw error;
      await pause(firstPause * attempt);
    }
  }
}

const piece = 64 * 1024;

/** The bytes as a stream: sent whole, they would be copied whole. */
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
  const message = "Another file was stored under this upload_id. Send yours again under a new one.";
  throw new Problem("conflict", message, [{ field: "upload_id", message }]);
}

/** The bytes that are stored under a path; null where there are none. @throws an Error when Storage is not to be reached. */
export async function readStored(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const answer = await call(`${bucket}/${path}`, { method: "GET" });
  if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  const failed = failure(answer.status, await answer.text());
  if (failed instanceof StorageRefusal && failed.status === 404) return null;
  throw failed;
}

/**
 * Stores a few bytes in a bucket of their own, and reads them again. Several may do so at a time.
 * @throws ServiceFailure
 */
export async function exchangeByte(milliseconds: number): Promise<void> {
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

/** Removes files that the database has said nobody keeps. */
export const removeFiles = (paths: readonly string[]): Promise<void> => buckets.removeFrom(bucket, paths);

/** Addresses of files that the caller may see, each good for `seconds`; a file that is not there has none. */
export const signFiles = (paths: readonly string[], seconds: number): Promise<Map<string, string>> =>
  buckets.signIn(bucket, paths, seconds);
