/**
 * Converts responses of the embedded Storage to Supabase's format. In this format, signed URLs have other field names
 * and another root, and rows have fewer fields. A folder listing shows one level, with names relative to the folder.
 */

import { notJson, storageError, toStorageError } from "./storage-errors.ts";
import { applyRange } from "./storage-ranges.ts";

interface ListedObject {
  name: string;
  id: string | null;
  [field: string]: unknown;
}

interface ListRequest {
  prefix?: string;
  search?: string;
  limit?: number;
  offset?: number;
  sortBy?: { column?: string; order?: string };
}

const signPath = /^\/storage\/v1\/object\/sign\/[^/]+\//;
const signManyPath = /^\/storage\/v1\/object\/sign\/[^/]+$/;
const copyPath = /^\/storage\/v1\/object\/(copy|move)$/;
const uploadSignPath = /^\/storage\/v1\/object\/upload\/sign\/[^/]+\//;
const removePath = /^\/storage\/v1\/object\/[^/]+$/;
const removeOnePath = /^\/storage\/v1\/object\/([^/]+)\/(.+)$/;
const listPath = /^\/storage\/v1\/object\/list\/[^/]+$/;
const infoPath = /^\/storage\/v1\/object\/info\//;
const bucketPath = /^\/storage\/v1\/bucket\/[^/]+$/;
/**
 * Maximum number of paths per request: maxSigned for requests to sign links, maxRemoved for requests to remove files.
 * Supabase Storage allows more links than the product needs.
 */
const maxSigned = 100;
const maxRemoved = 1000;
/**
 * Maximum number of objects in a folder and its subfolders that a listing reads. Supabase Storage limits this number,
 * too.
 */
const maxObjects = 10_000;

/**
 * Forwards a request to the embedded Storage and converts the response to Supabase's format. Refuses requests without
 * the secret key that sign links or copy files. On hosted Supabase, a policy refuses these operations by their names,
 * which the embedded Storage does not pass to policies.
 * @param trusted True if the request has the secret key.
 */
export async function handleStorage(
  request: Request,
  storage: (request: Request) => Promise<Response>,
  trusted: boolean,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const asked = (onward: Request) => storage(onward).then((answer) => toStorageError(pathname, answer));
  return applyRange(request, await answer(request, pathname, asked, trusted));
}

async function answer(
  request: Request,
  pathname: string,
  storage: (request: Request) => Promise<Response>,
  trusted: boolean,
): Promise<Response> {
  if (request.method === "DELETE" && removePath.test(pathname)) return removeMany(request, storage);
  if (request.method === "DELETE" && removeOnePath.test(pathname)) return removeOne(request, storage);
  if (request.method === "GET" && infoPath.test(pathname)) return reshaped(await storage(request), knownOf);
  if (request.method === "GET" && bucketPath.test(pathname))
    return reshaped(await storage(request), ({ owner_id: _, ...bucket }) => bucket);
  if (request.method !== "POST") return storage(request);
  if (listPath.test(pathname)) return listFolder(request, storage);
  if (signManyPath.test(pathname)) return signMany(request, storage, trusted);
  if (signPath.test(pathname) && !isDuration((await readObject(request.clone()))?.expiresIn))
    return noDuration();
  if (!trusted && (signPath.test(pathname) || copyPath.test(pathname)))
    return storageError("NoSuchKey", "Object not found");
  if (signPath.test(pathname))
    return reshaped(await storage(request), (fields) => ({ signedURL: addressOf(fields) }));
  if (uploadSignPath.test(pathname))
    return reshaped(await storage(request), (fields) => ({ url: addressOf(fields), token: fields.token }));
  return storage(request);
}

type Fields = Record<string, unknown>;

/** Converts the fields of a successful response with `shape`. An error response stays unchanged. */
async function reshaped(answer: Response, shape: (fields: Fields) => object): Promise<Response> {
  return answer.ok ? Response.json(shape((await answer.json()) as Fields)) : answer;
}

/** Returns a signed URL without the prefix /storage/v1, because supabase-js adds that prefix. */
const addressOf = ({ signedUrl }: Fields): string | null =>
  typeof signedUrl === "string" ? signedUrl.replace(/^\/storage\/v1/, "") : null;

function knownOf({ httpMetadata, user_metadata, ...file }: Fields): object {
  const { size, mimetype, cacheControl, eTag, lastModified } = httpMetadata as Fields;
  return {
    ...{ id: file.id, name: file.name, version: file.version, bucket_id: file.bucket_id, size },
    ...{ content_type: mimetype, cache_control: cacheControl, etag: eTag, metadata: user_metadata ?? {} },
    ...{ last_modified: lastModified, created_at: file.created_at },
  };
}

const isDuration = (value: unknown): boolean => Number.isInteger(Number(value)) && Number(value) >= 1;
const noDuration = (): Response => badRequest("body/expiresIn must be a number of seconds");

/** Signs several URLs with one request each, because the embedded Storage signs only one URL per request. */
async function signMany(
  request: Request,
  storage: (request: Request) => Promise<Response>,
  trusted: boolean,
): Promise<Response> {
  const { paths, expiresIn } = (await readObject(request)) ?? {};
  if (!isListOfPaths(paths, maxSigned))
    return badRequest(`body/paths must be a list of 1 to ${maxSigned} paths`);
  if (!isDuration(expiresIn)) return noDuration();
  const answers: object[] = [];
  for (const path of paths) {
    const signed = trusted && (await signOne(request, path, expiresIn, storage));
    const error = "Either the object does not exist or you do not have access to it";
    answers.push(signed ? { error: null, path, signedURL: signed } : { error, path, signedURL: null });
  }
  return Response.json(answers);
}

async function signOne(
  request: Request,
  path: string,
  expiresIn: unknown,
  storage: (request: Request) => Promise<Response>,
): Promise<string | null> {
  const response = await storage(
    new Request(`${request.url}/${path.split("/").map(encodeURIComponent).join("/")}`, {
      method: "POST",
      headers: withoutLength(request.headers),
      body: JSON.stringify({ expiresIn }),
    }),
  );
  return response.ok ? addressOf((await response.json()) as Fields) : null;
}

async function removeMany(
  request: Request,
  storage: (request: Request) => Promise<Response>,
): Promise<Response> {
  const body = await readObject(request.clone());
  if (!body) return notJson();
  if (!isListOfPaths(body.prefixes, maxRemoved))
    return badRequest(`body/prefixes must be a list of 1 to ${maxRemoved} paths`);
  const response = await storage(request);
  if (!response.ok) return response;
  const removed = (await response.json()) as Fields[];
  return Response.json(
    removed.map(({ path_tokens: _, owner, owner_id, ...row }) => ({
      ...row,
      ...{ owner: owner ?? "", owner_id: owner_id ?? "" },
    })),
  );
}

/**
 * Removes one file by its URL. The embedded Storage has no endpoint for this, so the request is sent to the endpoint
 * that removes a list of files.
 */
async function removeOne(
  request: Request,
  storage: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { origin, pathname } = new URL(request.url);
  const [, bucket, key = ""] = removeOnePath.exec(pathname) ?? [];
  const headers = withoutLength(request.headers);
  headers.set("content-type", "application/json");
  const response = await storage(
    new Request(`${origin}/storage/v1/object/${bucket}`, {
      ...{ method: "DELETE", headers },
      body: JSON.stringify({ prefixes: [decodeURIComponent(key)] }),
    }),
  );
  if (!response.ok) return response;
  const removed = (await response.json()) as object[];
  return removed.length > 0
    ? Response.json({ message: "Successfully deleted" })
    : storageError("NoSuchKey", "Object not found");
}

const isListOfPaths = (value: unknown, most: number): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= most &&
  value.every((path) => typeof path === "string" && path !== "");

/** Reads the JSON body of a request; null if it is not a JSON object. */
async function readObject(request: Request): Promise<Record<string, unknown> | null> {
  const body: unknown = await request.json().catch(() => null);
  return typeof body === "object" ? (body as Record<string, unknown> | null) : null;
}

const badRequest = (message: string): Response => storageError("InvalidRequest", message);

async function listFolder(
  request: Request,
  storage: (request: Request) => Promise<Response>,
): Promise<Response> {
  const asked = (await readObject(request)) as ListRequest | null;
  if (!asked) return notJson();
  if (typeof asked.prefix !== "string") return badRequest("body must have a prefix");
  const folder = asked.prefix.replace(/^\/+|\/+$/g, "");
  const prefix = folder === "" ? "" : `${folder}/`;
  const response = await storage(
    new Request(request.url, {
      method: "POST",
      headers: withoutLength(request.headers),
      body: JSON.stringify({ prefix, limit: maxObjects, offset: 0 }),
    }),
  );
  if (!response.ok) {
    const { code } = (await response.clone().json()) as { code?: string };
    return code === "NoSuchBucket" ? Response.json([]) : response;
  }
  const objects = ((await response.json()) as ListedObject[]).filter(({ name }) => name.startsWith(prefix));
  const search = (asked.search ?? "").toLowerCase();
  const entries = oneLevel(objects, prefix).filter(({ name }) => name.toLowerCase().startsWith(search));
  entries.sort(order(asked.sortBy?.column ?? "name", asked.sortBy?.order === "desc" ? -1 : 1));
  const offset = asked.offset ?? 0;
  return Response.json(entries.slice(offset, offset + (asked.limit ?? 100)));
}

function oneLevel(objects: ListedObject[], prefix: string): ListedObject[] {
  const entries = new Map<string, ListedObject>();
  for (const object of objects) {
    const [name = "", ...deeper] = object.name.slice(prefix.length).split("/");
    const nothing = { id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null };
    const { id, updated_at, created_at, last_accessed_at, metadata } = deeper.length > 0 ? nothing : object;
    entries.set(name, { name, id, updated_at, created_at, last_accessed_at, metadata });
  }
  return [...entries.values()];
}

function order(column: string, direction: 1 | -1) {
  return (a: ListedObject, b: ListedObject) => {
    const [left, right] = [String(a[column] ?? ""), String(b[column] ?? "")];
    return left === right ? 0 : direction * (left < right ? -1 : 1);
  };
}

function withoutLength(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.delete("content-length");
  return copy;
}
