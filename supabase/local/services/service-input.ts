/**
 * Refuses requests that Supabase refuses, too, but that make the embedded services fail with status 500: values of
 * wrong types for Auth and Storage, links with an invalid token, and NUL characters. Also corrects the status of errors
 * that the embedded REST service reports.
 */
import { verify } from "hono/jwt";
import { z } from "zod";
import { authError } from "./auth-errors.ts";
import { notJson, storageError } from "./storage-errors.ts";

const credentials = z.looseObject({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  refresh_token: z.string().optional(),
});
const listing = z.looseObject({
  prefix: z.string().optional(),
  search: z.string().optional(),
  limit: z.int().min(0).optional(),
  offset: z.int().min(0).optional(),
  sortBy: z.looseObject({ column: z.string().optional(), order: z.string().optional() }).optional(),
});
const listPath = /^\/storage\/v1\/object\/list\/[^/]+$/;
const signedPath = /^\/storage\/v1\/object\/(upload\/)?sign\//;

/** Paths of requests that store a file under a key: to upload it, to replace it, or to upload it by a signed link. */
const keyedPath =
  /^\/storage\/v1\/object\/(?:upload\/sign\/)?(?!(?:list|sign|copy|move|info|upload)\/)[^/]+\/(.+)$/;
/** Characters that Storage accepts in a key. */
const keyCharacters = /^[\w/!.*'() &$@=;:+,?-]*$/;

/** Returns an error response for a request that the embedded services cannot process; null for a valid request. */
export async function refuseInput(request: Request, jwtSecret: string): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  if (signedPath.test(pathname) && request.method !== "POST" && request.method !== "OPTIONS") {
    const signature = searchParams.get("token");
    if (signature === null) return storageError("InvalidRequest", "querystring must have a token");
    const token = await verify(signature, jwtSecret, "HS256").catch(() => null);
    return token ? null : storageError("InvalidJWT", "The token is malformed, forged or has expired");
  }
  if (
    pathname.startsWith("/storage/v1/") &&
    request.method !== "GET" &&
    !(await hasValidCredentials(request, jwtSecret))
  )
    return storageError("AccessDenied", "The token is malformed, forged or has expired");
  const stores = request.method === "POST" || request.method === "PUT";
  const key = stores ? keyedPath.exec(pathname)?.[1] : undefined;
  if (key !== undefined && !isKey(key)) return storageError("InvalidKey", `Invalid key: ${key}`);
  const text = await jsonText(request);
  if (text === null) return null;
  const isAuth = pathname.startsWith("/auth/v1/");
  if (text.includes("\\u0000")) {
    const message = "unsupported Unicode escape sequence";
    return isAuth
      ? authError(request, 400, "validation_failed", message)
      : Response.json({ code: "22P05", message, details: null, hint: null }, { status: 400 });
  }
  if (pathname === "/auth/v1/token" && !fits(credentials, text))
    return authError(request, 400, "bad_json", "Credentials must be texts");
  if (pathname === "/auth/v1/token" && !isJson(text))
    return authError(request, 400, "bad_json", "Could not read the body as JSON");
  if (listPath.test(pathname) && !isJson(text)) return notJson();
  if (listPath.test(pathname) && !fits(listing, text))
    return storageError("InvalidRequest", "body must be a listing: prefix, limit, offset, sortBy, search");
  return null;
}

/**
 * Returns false if a request has an invalid or expired token. Requests with a valid token, with an API key in place of
 * a token, or without a token are accepted.
 */
async function hasValidCredentials({ headers, method }: Request, jwtSecret: string): Promise<boolean> {
  const token = headers.get("authorization")?.replace(/^Bearer\s+/i, "");
  if (method === "OPTIONS" || !token || token === headers.get("apikey")) return true;
  return verify(token, jwtSecret, "HS256").then(
    () => true,
    () => false,
  );
}

function isKey(encoded: string): boolean {
  try {
    return keyCharacters.test(decodeURIComponent(encoded));
  } catch {
    return false;
  }
}

/** Returns the body of a JSON request as text; null for a request with another content type. */
async function jsonText(request: Request): Promise<string | null> {
  const isJson = /^application\/(json|[\w.-]+\+json)\b/i.test(request.headers.get("content-type") ?? "");
  return isJson && request.body ? request.clone().text() : null;
}

function isJson(text: string): boolean {
  try {
    return text === "" || JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

function fits(shape: z.ZodType, text: string): boolean {
  // Invalid JSON is refused by the service itself.
  return !isJson(text) || shape.safeParse(JSON.parse(text === "" ? "{}" : text)).success;
}

/**
 * Corrects error responses of the embedded REST service. It responds with status 500 to queries that it cannot parse,
 * to values that it cannot read, and to errors of the database; PostgREST responds with 400. If a database connection
 * was lost, supabase-services.ts replaces the response afterwards.
 */
export async function convertRestError(answer: Response): Promise<Response> {
  if (answer.status !== 500) return answer;
  const { message = "" } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { message?: string };
  const reason = /^(\w*[Ee]rror)\b[^:]*: (.*)$/s.exec(message);
  if (!reason) return answer;
  const [, kind, text] = reason;
  const refusal = (code: string, shown: string | undefined) =>
    Response.json({ code, details: null, hint: null, message: shown }, { status: 400 });
  // The name "error" marks errors of the database; "Error" marks errors of the query parser.
  if (kind === "error") return refusal("22000", text);
  if (kind === "Error") return refusal("PGRST100", `The query cannot be parsed: ${text}`);
  return refusal("22000", "The request has a value that cannot be read.");
}
