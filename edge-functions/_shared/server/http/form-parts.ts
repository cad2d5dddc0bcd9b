/**
 * Reads form data (multipart) into one buffer and returns its parts as views of that buffer, because a function has too
 * little memory for a copy. Limits the total size of all form data in memory, and lets further requests wait.
 */
import { type MultipartPart, parseMultipart } from "@remix-run/multipart-parser";
import type { Context } from "hono";
import { Problem } from "../../contracts/base/problems.ts";
import { noteContent } from "../observe/request.ts";
import { Limiter } from "./limiter.ts";
import { WaitProblem } from "./responses.ts";

/** A form field, which has `text`, or a file, which has `bytes`. */
export interface FormPart {
  name: string;
  text: string | null;
  bytes: Uint8Array<ArrayBuffer> | null;
  /** File name as the client sent it; empty for a field. */
  fileName: string;
}

const megabyte = 2 ** 20;
/** Maximum size of the form data of a request, in bytes. */
const largestForm = 32 * megabyte;
const mostParts = 500;
/** Limits the megabytes of form data that are in memory at the same time. */
const room = new Limiter(largestForm / megabyte);
/**
 * Time limit in milliseconds for waiting for memory. A longer wait is useless, because proxies drop a connection from
 * which the server reads no data.
 */
const patience = 60_000;
/**
 * The time limit for receiving form data is `shortestArrival` (milliseconds), plus the time that the data takes at the
 * rate `slowestLine` (bytes per second).
 */
const shortestArrival = 30_000;
const slowestLine = 16 * 1024;
/** Maximum number of bytes per read. */
const piece = 256 * 1024;

export const isForm = (c: Context): boolean =>
  (c.req.header("content-type") ?? "").toLowerCase().startsWith("multipart/form-data");

/**
 * Waits until there is memory for the form data of a request, and reads the form data. Then runs `work` with the parts
 * in the order in which the client sent them, and frees the memory.
 * @throws WaitProblem when no memory becomes free in time; Problem of kind `unsupported`, `too_large` or `malformed`.
 */
export async function withForm<T>(
  c: Context,
  person: string,
  work: (parts: readonly FormPart[]) => Promise<T>,
): Promise<T> {
  if (!isForm(c)) {
    throw new Problem(
      "unsupported",
      "The body must be form data, with the content type multipart/form-data.",
    );
  }
  const size = sizeOf(c);
  if (size > largestForm) throw tooLarge();
  const leave = await room.acquire(person, patience, Math.max(1, Math.ceil(size / megabyte)));
  if (!leave) throw new WaitProblem("Too many files are being uploaded now. Try again in a moment.", 5);
  try {
    const [boundary, body] = [boundaryOf(c), c.req.raw.body];
    if (!boundary || !body) throw incomplete();
    const bytes = await readInPlace(body, size);
    try {
      const parts = partsOf(bytes, boundary);
      noteContent(parts);
      return await work(parts);
    } finally {
      // Free the memory now, because the next form data may be read before the garbage collector runs.
      bytes.buffer.transfer(0);
    }
  } finally {
    leave();
  }
}

/** Returns the size of the form data in bytes; the maximum size if the client doesn't state the size. */
const sizeOf = (c: Context): number => Number(c.req.header("content-length") ?? largestForm) || largestForm;

const tooLarge = () => new Problem("too_large", `The body is larger than ${largestForm / megabyte} MB.`);
const incomplete = () => new Problem("malformed", "The body is not complete form data.");

function boundaryOf(c: Context): string | undefined {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(c.req.header("content-type") ?? "") ?? [];
  return quoted ?? plain;
}

function partsOf(bytes: Uint8Array<ArrayBuffer>, boundary: string): FormPart[] {
  const limits = { maxFileSize: largestForm, maxTotalSize: largestForm, maxParts: mostParts };
  try {
    return [...parseMultipart(bytes, { boundary, ...limits })].map(formPart);
  } catch {
    throw incomplete();
  }
}

/**
 * Reads the body into one buffer.
 * @throws Problem of kind `malformed` when the client disconnected or is too slow; of kind `too_large` as soon as the
 * limit is exceeded.
 */
async function readInPlace(body: ReadableStream<Uint8Array>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const direct = directReader(body);
  const copied = direct ? null : body.getReader();
  const cancel = () => (direct ?? copied)?.cancel().catch(() => undefined);
  const late = setTimeout(cancel, shortestArrival + (size / slowestLine) * 1000);
  // One byte more than allowed, to detect a body that is too long.
  let bytes: Uint8Array<ArrayBuffer> = new Uint8Array(size + 1);
  let filled = 0;
  /** Reads the next bytes of the body. Returns the number of these bytes; null at the end of the body. */
  const take = async (): Promise<number | null> => {
    if (direct) {
      const { done, value } = await direct.read(bytes.subarray(filled, filled + piece));
      if (!value) throw incomplete();
      // A BYOB read transfers the buffer to the stream and returns it with the result.
      bytes = new Uint8Array(value.buffer as ArrayBuffer);
      return done ? null : value.byteLength;
    }
    const part = await copied?.read();
    if (!part || part.done) return null;
    if (filled + part.value.length > size) throw tooLarge();
    bytes.set(part.value, filled);
    return part.value.length;
  };
  try {
    for (let came = await take(); came !== null; came = await take()) {
      filled += came;
      if (filled > size) throw tooLarge();
    }
    return bytes.subarray(0, filled);
  } catch (error) {
    // The client disconnected, which is not a server error. It won't read the response.
    throw error instanceof Problem ? error : incomplete();
  } finally {
    clearTimeout(late);
    (direct ?? copied)?.releaseLock();
  }
}

/**
 * Returns a reader that fills an existing buffer. Returns null if the body doesn't support such a reader, as with short
 * bodies.
 */
function directReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return null;
  }
}

function formPart(part: MultipartPart): FormPart {
  const { name = "", filename } = part;
  if (filename === undefined) return { name, text: part.text, bytes: null, fileName: "" };
  const [bytes = new Uint8Array(0), ...more] = part.content;
  return {
    name,
    text: null,
    bytes: (more.length === 0 ? bytes : part.bytes) as Uint8Array<ArrayBuffer>,
    fileName: browserFileName(part) ?? filename,
  };
}

/**
 * Decodes the file name that a browser sent. A backslash is literal, because browsers escape only quotation marks and
 * line breaks.
 */
function browserFileName({ headers }: MultipartPart): string | undefined {
  const [, name] = /;\s*filename="([^"]*)"/i.exec(headers["content-disposition"] ?? "") ?? [];
  return name?.replace(/%0d|%0a/gi, " ").replace(/%22/g, '"');
}
