/**
 * The built web app (web/dist) as static files: compressed, cached for ever where the name carries a hash, index.html
 * for every address that is no file, and the security headers that a deployment's static host sets too.
 */
import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip, constants as zlib } from "node:zlib";

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
const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;

interface StaticFile {
  type: string;
  etag: string;
  hashed: boolean;
  plain: Buffer;
  encoded: Map<"br" | "gzip", Buffer>;
}

/**
 * Makes the handler for a folder. Files are read and compressed once, and again when they have changed. Pictures may come
 * from the tile server, too, where there is one.
 */
export function serveWebFiles(folder: string, tileUrl?: string) {
  const tileServer = tileUrl ? ` ${tileUrl.replace(/^(https?:\/\/[^/]+).*$/, "$1").replace("{s}", "*")}` : "";

  const cache = new Map<string, { stamp: number; file: StaticFile }>();

  const load = async (name: string): Promise<StaticFile | null> => {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) return null;
    const cached = cache.get(name);
    if (cached?.stamp === found.mtimeMs) return cached.file;
    const loaded = await readStaticFile(file, name);
    cache.set(name, { stamp: found.mtimeMs, file: loaded });
    return loaded;
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.writeHead(405, { allow: "GET, HEAD" }).end();
      return;
    }
    const name = fileName(request.url ?? "/");
    const index = await load("index.html");
    const file = name === null ? null : ((await load(name)) ?? (isAppAddress(request, name) ? index : null));
    for (const [header, value] of securityHeaders(index, tileServer)) response.setHeader(header, value);
    if (!file) {
      const message = index ? "Not found" : "The web app has not been built: run npm run build";
      response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end(message);
      return;
    }
    await send(file, request, response);
  };
}

/** Whether a page of the app is asked for. A missing script or picture must not be answered with a page. */
function isAppAddress(request: IncomingMessage, name: string): boolean {
  if (/^(assets|data)\//.test(name)) return false;
  return path.extname(name) === "" || (request.headers.accept ?? "").includes("text/html");
}

async function send(file: StaticFile, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader("etag", file.etag);
  response.setHeader("vary", "accept-encoding");
  response.setHeader("cache-control", file.hashed ? "public, max-age=31536000, immutable" : "no-cache");
  if (request.headers["if-none-match"] === file.etag) {
    response.writeHead(304).end();
    return;
  }
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : null;
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

async function readStaticFile(file: string, name: string): Promise<StaticFile> {
  const plain = await readFile(file);
  return {
    type: types[path.extname(file).toLowerCase()] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`,
    hashed: /^assets\/.*-[\w-]{8,}\.\w+$/.test(name),
    plain,
    encoded: new Map(),
  };
}

/** The path inside the folder, or null for an address that points outside of it or is no address at all. */
function fileName(url: string): string | null {
  try {
    const decoded = decodeURIComponent(url.split(/[?#]/)[0] ?? "/");
    if (decoded.includes("\0") || decoded.split(/[/\\]/).some((part) => part.startsWith("."))) return null;
    return decoded.replace(/^\/+/, "") || "index.html";
  } catch {
    return null;
  }
}

/** Styles are set inline by the component library; scripts come from our own files, or are named by their hash. */
function securityHeaders(index: StaticFile | null, tileServer: string): [string, string][] {
  const inline = [
    ...(index?.plain.toString("utf8") ?? "").matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g),
  ];
  const hashes = inline.map(
    ([, code]) =>
      ` 'sha256-${createHash("sha256")
        .update(code ?? "")
        .digest("base64")}'`,
  );
  const policy = [
    "default-src 'self'",
    `script-src 'self'${hashes.join("")}`,
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${tileServer}`,
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return [
    ["content-security-policy", policy.join("; ")],
    ["x-content-type-options", "nosniff"],
    ["x-frame-options", "DENY"],
    ["referrer-policy", "strict-origin-when-cross-origin"],
    ["permissions-policy", "camera=(self), geolocation=(self), microphone=(), payment=()"],
    ["cross-origin-opener-policy", "same-origin"],
  ];
}
