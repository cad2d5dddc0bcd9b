/**
 * Answers the description of the API from the file that `npm run docs` writes: making the document takes seconds, so no
 * request does it. The gzip bytes go out as they are; clients that do not accept gzip get the unpacked text.
 */
import type { AppContext } from "./answers.ts";

interface Description {
  /** Weak, because gzip and plain bytes carry the same one. */
  tag: string;
  gzip: Uint8Array<ArrayBuffer>;
  plain: Uint8Array<ArrayBuffer>;
}

let description: Promise<Description> | undefined;

/** Loaded by the first request: a function that starts does not need it. */
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

export async function openApiAnswer(c: AppContext): Promise<Response> {
  description ??= load();
  const { tag, gzip, plain } = await description;
  const headers = {
    "content-type": "application/json",
    // no-transform: Deno would compress the plain text again for each request.
    "cache-control": "public, max-age=300, no-transform",
    vary: "accept-encoding",
    etag: tag,
  };
  if (c.req.header("if-none-match")?.includes(tag)) return c.body(null, 304, headers);
  if (!/\bgzip\b/i.test(c.req.header("accept-encoding") ?? "")) return c.body(plain, 200, headers);
  return c.body(gzip, 200, { ...headers, "content-encoding": "gzip" });
}
