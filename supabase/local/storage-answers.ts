/**
 * Answers of the embedded Storage that differ from Supabase's own in shape: signed addresses (named and rooted
 * differently) and folder listings (which must show one level, with names inside the folder).
 */
import { storageRefusal } from "./service-input.ts";

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
const listPath = /^\/storage\/v1\/object\/list\/[^/]+$/;
/** Most paths of one call to sign or to remove. Supabase takes 1,000; the product asks for fewer. */
const mostSigned = 100;
const mostRemoved = 1000;
/** More objects than this in one folder and its subfolders are not listed; Supabase caps a listing too. */
const mostObjects = 10_000;

/**
 * Asks the embedded Storage and puts its answer into Supabase's shape.
 * @param trusted Whether the request carries the secret key. Others sign no link: on Supabase the policies see to that,
 * by the name of the operation, which the embedded Storage does not tell them.
 */
export async function answerStorage(
  request: Request,
  storage: (request: Request) => Promise<Response>,
  trusted: boolean,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method === "DELETE" && removePath.test(pathname)) return removeMany(request, storage);
  if (request.method !== "POST") return storage(request);
  if (listPath.test(pathname)) return listFolder(request, storage);
  if (!trusted && (signPath.test(pathname) || signManyPath.test(pathname) || copyPath.test(pathname)))
    return Response.json(
      { statusCode: "404", error: "not_found", message: "Object not found" },
      { status: 400 },
    );
  if (signManyPath.test(pathname)) return signMany(request, storage);
  if (!signPath.test(pathname) && !uploadSignPath.test(pathname)) return storage(request);
  const response = await storage(request);
  if (!response.ok) return response;
  return Response.json(signed((await response.json()) as SignedAddress));
}

interface SignedAddress {
  signedUrl?: string;
  [field: string]: unknown;
}

/** Both names: `signedURL` of a download and `url` of an upload are read by supabase-js. */
function signed({ signedUrl, ...rest }: SignedAddress): object {
  const address = signedUrl?.replace(/^\/storage\/v1/, "") || null;
  return { ...rest, signedURL: address, url: address };
}

/** Several addresses in one call: the embedded Storage takes that call for a single one, so each is asked for in turn. */
async function signMany(
  request: Request,
  storage: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { paths, expiresIn } = (await readObject(request)) ?? {};
  if (!isListOfPaths(paths, mostSigned))
    return badRequest(`body/paths must be a list of 1 to ${mostSigned} paths`);
  const answers: object[] = [];
  for (const path of paths) {
    const response = await storage(
      new Request(`${request.url}/${path.split("/").map(encodeURIComponent).join("/")}`, {
        method: "POST",
        headers: withoutLength(request.headers),
        body: JSON.stringify({ expiresIn }),
      }),
    );
    const error = "Either the object does not exist or you do not have access to it";
    answers.push(
      response.ok
        ? { path, error: null, ...signed((await response.json()) as SignedAddress) }
        : { path, signedURL: null, error },
    );
  }
  return Response.json(answers);
}

async function removeMany(
  request: Request,
  storage: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { prefixes } = (await readObject(request.clone())) ?? {};
  if (isListOfPaths(prefixes, mostRemoved)) return storage(request);
  return badRequest(`body/prefixes must be a list of 1 to ${mostRemoved} paths`);
}

const isListOfPaths = (given: unknown, most: number): given is string[] =>
  Array.isArray(given) &&
  given.length > 0 &&
  given.length <= most &&
  given.every((path) => typeof path === "string" && path !== "");

/** The body; null where it is no object. */
async function readObject(request: Request): Promise<Record<string, unknown> | null> {
  const given: unknown = await request.json().catch(() => null);
  return typeof given === "object" ? (given as Record<string, unknown> | null) : null;
}

const badRequest = (message: string): Response => storageRefusal("Error", message);

async function listFolder(
  request: Request,
  storage: (request: Request) => Promise<Response>,
): Promise<Response> {
  const asked = (await readObject(request)) as ListRequest | null;
  if (!asked) return badRequest("body must be an object");
  const folder = (asked.prefix ?? "").replace(/^\/+|\/+$/g, "");
  const prefix = folder === "" ? "" : `${folder}/`;
  const response = await storage(
    new Request(request.url, {
      method: "POST",
      headers: withoutLength(request.headers),
      body: JSON.stringify({ prefix, limit: mostObjects, offset: 0 }),
    }),
  );
  if (!response.ok) return response;
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
    entries.set(name, deeper.length > 0 ? { name, ...nothing } : { ...object, name });
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
