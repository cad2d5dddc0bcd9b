/** Serves a web handler (Request in, Response out) from Node's http server. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";

/** Bodies above this are refused before they are read: the largest upload that Storage takes, and its form. */
const largestBody = 52 * 2 ** 20;

export async function handleWith(
  handler: (request: Request) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request);
  if (body === null) {
    response.writeHead(413, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify({ code: "413", message: "The body is too large." }));
    return;
  }
  const answer = await handler(
    new Request(`http://${request.headers.host ?? "127.0.0.1"}${request.url}`, {
      method: request.method ?? "GET",
      headers: headersOf(request, body),
      ...(body.length > 0 ? { body } : {}),
    }),
  );
  const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  // What users have uploaded is shown from the app's own origin here: it must not be able to run as the app.
  if (request.url?.startsWith("/storage/"))
    headers["content-security-policy"] = "default-src 'none'; sandbox";
  headers["x-content-type-options"] = "nosniff";
  response.writeHead(answer.status, headers);
  if (answer.body === null || request.method === "HEAD") {
    response.end();
    return;
  }
  // A browser that leaves in the middle of an answer is no fault of ours.
  await pipeline(Readable.fromWeb(answer.body as NodeReadableStream), response).catch(() =>
    response.destroy(),
  );
}

async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** As they came, but for what belongs to the connection; the length is that of the body, which may have come without. */
function headersOf(request: IncomingMessage, body: Buffer): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const [name, value] = [request.rawHeaders[at] ?? "", request.rawHeaders[at + 1] ?? ""];
    if (!/^(connection|transfer-encoding|keep-alive|upgrade|expect)$/i.test(name))
      headers.append(name, value);
  }
  if (body.length > 0) headers.set("content-length", String(body.length));
  return headers;
}
