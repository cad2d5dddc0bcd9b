/**
 * Sends the OpenAPI description from the file that `npm run docs` writes, because building it takes seconds. Sends the
 * stored gzip bytes, or the unpacked text to a client that doesn't accept gzip.
 */
import type { AppContext } from "./responses.ts";

interface Description {
  /** A weak ETag, because the gzip response and the plain response share the tag. */
  tag: string;
  gzip: Uint8Array<ArrayBuffer>;
  plain: Uint8Array<ArrayBuffer>;
}

let description: Promise<Description> | undefined;

/** Loads the file on the first request, because a starting function doesn't need it. */
async function load(): Promise<Description> {
  const { openApiGzip, openApiTag } = await import("../../contracts/openapi/compressed.ts");
  const gzip = Uint8Array.from(atob(openApiGzip), (sign) => sign.charCodeAt(0));
  const unpacked = new Blob([gzip]).stream().pipeThrough(new DecompressionStream("gzip"));
  return {
    tag: `W/"${openApiTag}"`,
    gzip,
    plain: new Uint8Array(await new Response(unpacked).arrayBuffer()),
  };
}

export async function openApiResponse(c: AppContext): Promise<Response> {
  description ??= load();
  const { tag, gzip, plain } = await description;
  const headers = {
    "content-type": "application/json",
    // `no-transform` prevents Deno from compressing the unpacked text, which it would do for each request.
    "cache-control": "public, max-age=300, no-transform",
    vary: "accept-encoding",
    etag: tag,
  };
  if (c.req.header("if-none-match")?.includes(tag)) return c.body(null, 304, headers);
  if (!/\bgzip\b/i.test(c.req.header("accept-encoding") ?? "")) return c.body(plain, 200, headers);
  return c.body(gzip, 200, { ...headers, "content-encoding": "gzip" });
}
