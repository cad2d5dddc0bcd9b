/**
 * Converts multipart uploads for the embedded Storage: the file becomes the whole request body, and the other fields
 * become headers. supabase-js sends files in a field with an empty name, which the embedded Storage refuses. When a
 * file is replaced, the embedded Storage refuses every multipart body.
 */

/**
 * Converts a multipart upload to a request that the embedded Storage accepts. Returns requests of any other kind
 * unchanged. Returns null if the multipart body is unreadable.
 */
export async function unwrapUpload(request: Request): Promise<Request | null> {
  const isForm = request.headers.get("content-type")?.startsWith("multipart/form-data");
  const { pathname } = new URL(request.url);
  const isUpload = pathname.startsWith("/storage/v1/object/") && /^(POST|PUT)$/.test(request.method);
  if (!isForm || !isUpload) return request;

  const form = await request.formData().catch(() => null);
  const file = form && [...form.values()].find((value) => value instanceof Blob);
  if (!form || !file) return null;
  const headers = new Headers(request.headers);
  headers.set("content-type", file.type || "application/octet-stream");
  headers.set("content-length", String(file.size));
  const cacheControl = form.get("cacheControl");
  if (typeof cacheControl === "string" && /^\d+$/.test(cacheControl)) {
    headers.set("cache-control", `max-age=${cacheControl}`);
  }
  const metadata = form.get("metadata");
  if (typeof metadata === "string") headers.set("x-metadata", Buffer.from(metadata).toString("base64"));
  return new Request(request.url, { method: request.method, headers, body: await file.arrayBuffer() });
}
