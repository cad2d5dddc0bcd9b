/**
 * The private bucket of files that prove something, over Supabase Storage, always with the service key: the database has
 * said before that the caller may. Users themselves only read there what rows in their sight keep; nobody stores,
 * replaces, removes or signs anything with a token of their own.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "../../contracts/problems.ts";
import { ServiceFailure } from "../db/service-failure.ts";
import { serverSettings, serviceKey } from "../environment/settings.ts";

const name = "file store";
const bucket = "evidence";
const timeout = 30_000;
const attempts = 3;
/** Milliseconds before the second attempt. */
const firstPause = 200;

/** Storage's answer that it will not. Its status may stand in the body, under an HTTP status of 400. */
class StorageRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(`storage: ${status} ${message}`);
    this.status = status;
  }
}

function call(path: string, init: RequestInit): Promise<Response> {
  const key = serviceKey();
  return fetch(`${serverSettings().supabaseUrl}/storage/v1/object/${path}`, {
    signal: AbortSignal.timeout(timeout),
    ...init,
    headers: { apikey: key, authorization: `Bearer ${key}`, ...init.headers },
  }).catch((error: unknown) => {
    throw new ServiceFailure(name, error);
  });
}

async function storage(method: string, path: string, body: BodyInit, headers: HeadersInit): Promise<unknown> {
  const answer = await call(path, { method, body, headers });
  const text = await answer.text();
  if (answer.ok) return text === "" ? null : JSON.parse(text);
  throw failure(answer.status, text);
}

/** What an answer that is no success says. */
function failure(answered: number, text: string): StorageRefusal | ServiceFailure {
  const { statusCode, message = "" } = parsed(text);
  const status = Number(statusCode) || answered;
  return status < 500
    ? new StorageRefusal(status, message)
    : new ServiceFailure(name, `${status} ${message}`);
}

function parsed(text: string): { statusCode?: string | number; message?: string } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

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
  if (!stored.ok) throw new ServiceFailure(name, `${stored.status} to a byte`);
  const read = await call(at, { method: "GET", signal: AbortSignal.timeout(milliseconds) });
  const found = await read.text();
  if (!read.ok || found.length !== sent.length) throw new ServiceFailure(name, "a stored byte is not there");
}

/** Removes files that the database has said nobody keeps. */
export async function removeFiles(paths: readonly string[]): Promise<void> {
  await storage("DELETE", bucket, JSON.stringify({ prefixes: paths }), {
    "content-type": "application/json",
  });
}

/**
 * Addresses of files that the caller may see, each good for `seconds`, relative to the project's own (`/storage/v1/…`). A
 * file that is not there has none.
 */
export async function signFiles(paths: readonly string[], seconds: number): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const answers = (await storage("POST", `sign/${bucket}`, JSON.stringify({ expiresIn: seconds, paths }), {
    "content-type": "application/json",
  })) as { path: string; signedURL: string | null }[];
  return new Map(
    answers.flatMap(({ path, signedURL }) => (signedURL ? [[path, `/storage/v1${signedURL}`]] : [])),
  );
}
