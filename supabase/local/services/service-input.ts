/**
 * What the embedded services stumble over with a 500, where Supabase answers with a refusal: values of another type than
 * Auth and Storage expect, links with a token that is none, NUL, and whatever the database itself refuses by REST.
 */
import { verify } from "hono/jwt";
import { z } from "zod";
import { authError } from "./auth-errors.ts";
import { notJson, storageRefusal } from "./storage-refusals.ts";

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

/** Where a file is stored under a key: by upload, anew, and by a link to upload. */
const keyedPath =
  /^\/storage\/v1\/object\/(?:upload\/sign\/)?(?!(?:list|sign|copy|move|info|upload)\/)[^/]+\/(.+)$/;
/** Signs that Storage takes in a key. */
const keySigns = /^[\w/!.*'() &$@=;:+,?-]*$/;

/** The refusal of a request that its service cannot read; null for any other. */
export async function refuseInput(request: Request, jwtSecret: string): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  if (signedPath.test(pathname) && request.method !== "POST" && request.method !== "OPTIONS") {
    const signature = searchParams.get("token");
    if (signature === null) return storageRefusal("InvalidRequest", "querystring must have a token");
    const token = await verify(signature, jwtSecret, "HS256").catch(() => null);
    return token ? null : storageRefusal("InvalidJWT", "The token is malformed, forged or has expired");
  }
  if (
    pathname.startsWith("/storage/v1/") &&
    request.method !== "GET" &&
    !(await isSomebody(request, jwtSecret))
  )
    return storageRefusal("AccessDenied", "The token is malformed, forged or has expired");
  const stores = request.method === "POST" || request.method === "PUT";
  const key = stores ? keyedPath.exec(pathname)?.[1] : undefined;
  if (key !== undefined && !isKey(key)) return storageRefusal("InvalidKey", `Invalid key: ${key}`);
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
    return storageRefusal("InvalidRequest", "body must be a listing: prefix, limit, offset, sortBy, search");
  return null;
}

/** Whether the request comes with one of the keys, without any, or with a token that still counts. */
async function isSomebody({ headers, method }: Request, jwtSecret: string): Promise<boolean> {
  const token = headers.get("authorization")?.replace(/^Bearer\s+/i, "");
  if (method === "OPTIONS" || !token || token === headers.get("apikey")) return true;
  return verify(token, jwtSecret, "HS256").then(
    () => true,
    () => false,
  );
}

function isKey(encoded: string): boolean {
  try {
    return keySigns.test(decodeURIComponent(encoded));
  } catch {
    return false;
  }
}

/** The body of a request that says it is JSON; null for any other. */
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
  // Text that is no JSON is refused as such.
  return !isJson(text) || shape.safeParse(JSON.parse(text === "" ? "{}" : text)).success;
}

/**
 * The embedded REST answers 500 to queries that it cannot parse, to values that it cannot read and to what the database
 * refuses; PostgREST answers 400. A lost connection is answered before (supabase-services.ts).
 */
export async function mendRestAnswer(answer: Response): Promise<Response> {
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
  // "error" is what the driver calls an error of the database, "Error" one of the parser.
  if (kind === "error") return refusal("22000", text);
  if (kind === "Error") return refusal("PGRST100", `The query cannot be parsed: ${text}`);
  return refusal("22000", "The request has a value that cannot be read.");
}
