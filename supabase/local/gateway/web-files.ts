/**
 * Serves the built web app (web/dist) as static files, compressed, with the same configuration as the web host of a
 * deployment (web/hosting/site.ts).
 */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";
import { fileRuleAt, pageHeaders, type Site } from "../../../web/hosting/site.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};
/** Content types of files and responses that are worth compressing. */
export const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;

/** True if the client accepts a content encoding. A quality of 0 means that it does not. */
export const accepts = ({ headers }: IncomingMessage, encoding: "br" | "gzip"): boolean =>
  String(headers["accept-encoding"] ?? "")
    .split(",")
    .map((one) => one.trim().split(/\s*;\s*q=/))
    .some(([name, quality = "1"]) => name === encoding && Number(quality) > 0);

interface StaticFile {
  type: string;
  etag: string;
  plain: Buffer;
  encoded: Map<"br" | "gzip", Buffer>;
}

/**
 * Creates the request handler for the files of a folder. A file is read and compressed at its first request, and again
 * after it has changed.
 */
export function serveWebFiles(folder: string, site: Site) {
  const headers = pageHeaders(site);
  const cache = new Map<string, { stamp: number; file: StaticFile }>();

  const load = async (name: string): Promise<StaticFile | null> => {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return null;
    const cached = cache.get(name);
    if (cached?.stamp === found.mtimeMs) return cached.file;
    const loaded = await readStaticFile(file);
    cache.set(name, { stamp: found.mtimeMs, file: loaded });
    return loaded;
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD" }).end();
      return;
    }
    const name = fileName(request.url ?? "/");
    const kind = fileRuleAt(`/${name}`);
    const file = name === null ? null : ((await load(name)) ?? (await load(kind?.otherwise?.slice(1) ?? "")));
    for (const [header, value] of headers) response.setHeader(header, value);
    if (!file || !kind) {
      const built = await load("index.html");
      const message = built ? "Not found" : "The web app has not been built: run npm run build";
      response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end(message);
      return;
    }
    response.setHeader("cache-control", kind.cacheControl);
    await send(file, request, response);
  };
}

async function send(file: StaticFile, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("etag", file.etag);
  response.setHeader("vary", "accept-encoding");
  if (request.headers["if-none-match"] === file.etag) {
    response.writeHead(304).end();
    return;
  }
  const encoding = (["br", "gzip"] as const).find((one) => accepts(request, one)) ?? null;
  const body = encoding && compressible.test(file.type) ? await encode(file, encoding) : file.plain;
  if (body !== file.plain && encoding) response.setHeader("content-encoding", encoding);
  response.writeHead(200, { "content-type": file.type, "content-length": body.length });
  response.end(request.method === "HEAD" ? undefined : body);
}

async function encode(file: StaticFile, encoding: "br" | "gzip"): Promise<Buffer> {
  const done = file.encoded.get(encoding);
  if (done) return done;
  const body =
    encoding === "gzip"
      ? await promisify(gzip)(file.plain, { level: 9 })
      : await promisify(brotliCompress)(file.plain, { params: { [zlib.BROTLI_PARAM_QUALITY]: 6 } });
  file.encoded.set(encoding, body);
  return body;
}

async function readStaticFile(file: string): Promise<StaticFile> {
  const plain = await readFile(file);
  return {
    type: types[path.extname(file).toLowerCase()] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    plain,
    encoded: new Map(),
  };
}

/** Returns the path inside the folder, or null if the URL points outside of it or is invalid. */
function fileName(url: string): string | null {
  try {
    const decoded = decodeURIComponent(url.split(/[?#]/)[0] ?? "/");
    if (decoded.includes("\0") || decoded.split(/[/\\]/).some((part) => part.startsWith("."))) return null;
    return decoded.replace(/^\/+/, "") || "index.html";
  } catch {
    return null;
  }
}
