/** Reads the JSON body of a request. Enforces its size limit without trusting the headers. */
import type { Context } from "hono";
import { Problem } from "../../contracts/base/problems.ts";
import { parseJson } from "./json-text.ts";

/** Size limit in bytes for endpoints without sign-in. */
export const tinyBody = 16 * 1024;
/** Size limit in bytes of a filter or a single record. */
export const smallBody = 256 * 1024;
/** Size limit in bytes of an update: 500 records of about sixty fields. */
export const largeBody = 4 * 1024 * 1024;

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export interface JsonBody {
  value: unknown;
  /** The body as text, before it is parsed. */
  text: string;
}

/**
 * Reads and parses the body; `{}` if it is empty.
 * @throws Problem of kind `too_large`, `unsupported` (another content type) or `malformed`.
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

/** Reads the raw body. @throws Problem of kind `too_large` as soon as the limit is exceeded. */
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
    // The client disconnected, which is not a server error. It won't read the response.
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

/** Limits for the unread rest of a body: bytes, milliseconds in total, and milliseconds without any data. */
const rest = { size: 64 * 1024 * 1024, time: 10_000, pause: 1500 };

/**
 * Reads and discards the rest of a body that the handler didn't read. Otherwise, many clients and proxies would report
 * a broken connection, because they read the response only after they have sent the whole body.
 * @returns Whether the body was read completely; if not, the connection can't be reused.
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
    // The client disconnected and won't read the response.
    whole = false;
  } finally {
    clearTimeout(longest);
    clearTimeout(pause);
  }
  return whole;
}
