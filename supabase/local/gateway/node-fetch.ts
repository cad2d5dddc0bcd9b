/** Connects Node's HTTP server with Supabase's services, which take a web Request and return a web Response. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { loopback } from "../common/settings.ts";
import type { SupabaseServices } from "../services/supabase-services.ts";
import { forwardedFor, sendJson } from "./gateway-responses.ts";
import { hasBody } from "./request-body.ts";
import type { RequestTarget } from "./request-target.ts";

/** Methods that the services support. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export async function serveWebHandler(
  services: SupabaseServices,
  { path, query }: RequestTarget,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? "GET";
  if (!methods.includes(method)) {
    response.setHeader("allow", methods.join(", "));
    sendJson(response, 405, { code: "405", message: `The method ${method} is not supported.` });
    return;
  }
  const headers = headersOf(request);
  // Ignore the body of a GET or HEAD request. It has no meaning, and a web Request with these methods can't have one.
  const body =
    hasBody(request) && method !== "GET" && method !== "HEAD"
      ? await readBody(request, await services.largestBody(headers, query))
      : Buffer.alloc(0);
  if (body === null) {
    sendJson(response, 413, { code: "413", message: "The body is too large." });
    return;
  }
  // Set the header content-length, which may be missing in the client's request.
  if (body.length > 0) headers.set("content-length", String(body.length));
  // Use a fixed host: with the client's Host header, the URL might be parsed into a different path.
  const asked = new Request(`http://${loopback}${path}${query}`, {
    method,
    headers,
    ...(body.length > 0 ? { body } : {}),
  });
  const answer = await services.fetch(asked);
  const sentHeaders: Record<string, string | string[]> = Object.fromEntries(answer.headers);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) sentHeaders["set-cookie"] = cookies;
  // Uploaded files are served from the origin of the web app. The sandbox policy prevents scripts in these files from
  // acting as the app.
  if (path.startsWith("/storage/")) sentHeaders["content-security-policy"] = "default-src 'none'; sandbox";
  sentHeaders["x-content-type-options"] = "nosniff";
  // Responses of these services may contain personal data, so browsers must not cache them.
  sentHeaders["cache-control"] = "no-store";
  response.writeHead(answer.status, sentHeaders);
  if (answer.body === null || method === "HEAD") {
    response.end();
    return;
  }
  // A browser that disconnects during a response is not an error.
  await pipeline(Readable.fromWeb(answer.body as NodeReadableStream), response).catch(() =>
    response.destroy(),
  );
}

async function readBody(request: IncomingMessage, most: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(request.headers["content-length"]) > most) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop early must not destroy the request, because its connection is still needed to send the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Copies the request headers, except those that apply only to the client's connection. */
function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name, value] = [request.rawHeaders[at] ?? "", request.rawHeaders[at + 1] ?? ""];
    if (!/^(connection|transfer-encoding|keep-alive|upgrade|expect)$/i.test(name))
      headers.append(name, value);
  }
  headers.set("x-forwarded-for", forwardedFor(request));
  return headers;
}
