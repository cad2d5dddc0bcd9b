/**
 * Reads form data into one piece of memory, and answers its parts as views of it: nothing is in memory twice. A function
 * has little of it, so that of all forms under way only so many bytes are taken in at once; further forms wait their turn.
 */
import { type MultipartPart, parseMultipart } from "@remix-run/multipart-parser";
import type { Context } from "hono";
import { Problem } from "../../contracts/problems.ts";
import { noteContent } from "../observe/request.ts";
import { WaitProblem } from "./answers.ts";
import { Limiter } from "./limiter.ts";

/** A field, which has a text, or a file, which has bytes. */
export interface FormPart {
  name: string;
  text: string | null;
  bytes: Uint8Array<ArrayBuffer> | null;
  /** As the sender has it; empty for a field. */
  fileName: string;
}

const megabyte = 2 ** 20;
/** Bytes of a whole form. */
const largestForm = 32 * megabyte;
const mostParts = 500;
/** Megabytes of forms in memory at once. */
const room = new Limiter(largestForm / megabyte);
/** Milliseconds to wait for room; a sender who is not read from for longer is taken for gone on the way. */
const patience = 60_000;
/** A form has this long to arrive, in milliseconds, and longer by the slowest line that is waited for. */
const shortestArrival = 30_000;
const slowestLine = 16 * 1024;
/** Bytes that are read at once. */
const piece = 256 * 1024;

export const isForm = (c: Context): boolean =>
  (c.req.header("content-type") ?? "").toLowerCase().startsWith("multipart/form-data");

/**
 * Reads the form of a call when there is room for it, and does the work with its parts, in the order in which they came.
 * Their bytes are gone when the work is done.
 * @throws WaitProblem when there was no room; Problem unsupported, too_large, malformed.
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
  if (!leave)
    throw new WaitProblem("Many files are being received just now. Send yours again in a moment.", 5);
  try {
    const [boundary, body] = [boundaryOf(c), c.req.raw.body];
    if (!boundary || !body) throw incomplete();
    const bytes = await readInPlace(body, size);
    try {
      const parts = partsOf(bytes, boundary);
      noteContent(parts);
      return await work(parts);
    } finally {
      // The next form would be read before anybody has noticed that this memory is free.
      bytes.buffer.transfer(0);
    }
  } finally {
    leave();
  }
}

/** Bytes of the form; as many as it may have where the sender does not say. */
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

/** @throws Problem malformed where the sender has gone or is too slow, too_large as soon as it is known. */
async function readInPlace(body: ReadableStream<Uint8Array>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const direct = directReader(body);
  const copied = direct ? null : body.getReader();
  const cancel = () => (direct ?? copied)?.cancel().catch(() => undefined);
  const late = setTimeout(cancel, shortestArrival + (size / slowestLine) * 1000);
  // One byte more than there may be, to see whether there is more.
  let bytes: Uint8Array<ArrayBuffer> = new Uint8Array(size + 1);
  let filled = 0;
  /** Bytes that came; null at the end. */
  const take = async (): Promise<number | null> => {
    if (direct) {
      const { done, value } = await direct.read(bytes.subarray(filled, filled + piece));
      if (!value) throw incomplete();
      // The memory comes back with what was read into it.
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
    // The sender has gone: nobody reads the answer.
    throw error instanceof Problem ? error : incomplete();
  } finally {
    clearTimeout(late);
    (direct ?? copied)?.releaseLock();
  }
}

/** Reads into memory that is there already; null for a body that comes in pieces of its own, as short ones do. */
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
    fileName: asForms(part) ?? filename,
  };
}

/** The file's name as browsers write it: a backslash is one, and only quotation marks and line ends are escaped. */
function asForms({ headers }: MultipartPart): string | undefined {
  const [, name] = /;\s*filename="([^"]*)"/i.exec(headers["content-disposition"] ?? "") ?? [];
  return name?.replace(/%0d|%0a/gi, " ").replace(/%22/g, '"');
}
