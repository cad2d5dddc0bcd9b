/** Reads the body of a request: JSON only, no larger than it may be, and never trusting what the headers say. */
import type { Context } from "hono";
import { Problem } from "../../contracts/problems.ts";
import { parseJson } from "./json-text.ts";

/** Bytes of a call that needs no sign-in. */
export const tinyBody = 16 * 1024;
/** Bytes of a filter or a form. */
export const smallBody = 256 * 1024;
/** Bytes of an update: 500 records of some sixty fields. */
export const largeBody = 4 * 1024 * 1024;

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export interface JsonBody {
  value: unknown;
  /** As it was sent. */
  text: string;
}

/**
 * The parsed body; `{}` when there is none.
 * @throws Problem too_large, unsupported (another content type), malformed.
 */
export async function readJson(c: Context, limit: number): Promise<JsonBody> {
  const text = await readText(c, limit);
  if (text.trim() === "") return { value: {}, text };
  const type = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json") {
    throw new Problem("unsupported", "The body must be JSON, with the content type application/json.");
  }
  return { value: parseJson(text), text };
}

async function readText(c: Context, limit: number): Promise<string> {
  const whole = await readBytes(c, limit);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(whole);
  } catch {
    throw new Problem("malformed", "The body is not valid UTF-8 text.");
  }
}

/** The body as it came. @throws Problem too_large as soon as it is known. */
async function readBytes(c: Context, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => {
    const size = limit < 2 ** 21 ? `${Math.floor(limit / 1024)} KB` : `${Math.floor(limit / 2 ** 20)} MB`;
    return new Problem("too_large", `The body is larger than ${size}.`);
  };
  if (Number(c.req.header("content-length")) > limit) throw tooLarge();
  const stream = c.req.raw.body;
  if (!stream) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength;
      if (size > limit) throw tooLarge();
      chunks.push(part.value);
    }
  } catch (error) {
    // The sender has gone: nobody reads the answer, and it is no fault of ours.
    throw error instanceof Problem ? error : new Problem("malformed", "The body did not arrive in full.");
  } finally {
    reader.releaseLock();
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Limits for the rest of a body: bytes, milliseconds in all, and milliseconds without a byte. */
const rest = { size: 64 * 1024 * 1024, time: 10_000, pause: 1500 };

/**
 * Reads what is left of a body that the call did not want, and forgets it: many clients and proxies read the answer only
 * after they have sent everything, and would report a broken connection instead.
 * @returns Whether the body is whole; otherwise the connection cannot serve another request.
 */
export async function drainBody(request: Request): Promise<boolean> {
  const { body } = request;
  if (!body || body.locked) return true;
  const reader = body.getReader();
  let whole = true;
  const giveUp = () => {
    whole = false;
    reader.cancel().catch(() => undefined);
  };
  const longest = setTimeout(giveUp, rest.time);
  let pause = setTimeout(giveUp, rest.pause);
  try {
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(pause);
      pause = setTimeout(giveUp, rest.pause);
      size += part.value.byteLength;
      if (size > rest.size) giveUp();
    }
  } catch {
    // The sender has gone; the answer will not be read.
    whole = false;
  } finally {
    clearTimeout(longest);
    clearTimeout(pause);
  }
  return whole;
}
