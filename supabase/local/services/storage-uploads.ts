/**
 * Converts multipart uploads. supabase-js sends Blobs and Files as a multipart form whose file field has an empty
 * name. Supabase Storage accepts such a form. The embedded Storage does not, and accepts no form at all for replacing
 * a file. So the file becomes the request body and the other fields become headers.
 */

/**
 * Returns the request in the form that the embedded Storage accepts; other requests unchanged; null for an unreadable
 * form.
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
