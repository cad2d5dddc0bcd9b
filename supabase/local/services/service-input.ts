/**
 * Refuses, as Supabase does, changes of rows without a filter, and requests that make the embedded services fail with
 * status 500: values of wrong types for Auth and Storage, links with an invalid token, and NUL characters. Refuses text
 * that the services would store with U+FFFD in place of its characters. Also corrects differences between the embedded
 * REST service and PostgREST: repeated filters, and the status and code of errors.
 */
import { isUtf8 } from "node:buffer";
import { verify } from "hono/jwt";
import { z } from "zod";
import type { DatabaseError } from "#shared/server/sql/sql.ts";
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

/** Paths of requests that store a file under a key: upload, replacement, and upload by a signed link. */
const keyedPath =
  /^\/storage\/v1\/object\/(?:upload\/sign\/)?(?!(?:list|sign|copy|move|info|upload)\/)[^/]+\/(.+)$/;
const restPath = /^\/rest\/v1\/(?!rpc\/)/;
/** Matches the parameters of a REST request that are not filters. */
const noFilter = /^(select|order|limit|offset|columns|on_conflict)$/;
/** Characters that Storage accepts in a key. */
const keyCharacters = /^[\w/!.*'() &$@=;:+,?-]*$/;

/** Returns an error response for a request that the embedded services cannot process; null for a valid request. */
export async function refuseInput(request: Request, jwtSecret: string): Promise<Response | null> {
  const { pathname, searchParams } = new URL(request.url);
  const changesRows = request.method === "DELETE" || request.method === "PATCH";
  if (
    changesRows &&
    restPath.test(pathname) &&
    [...searchParams.keys()].every((name) => noFilter.test(name))
  ) {
    const verb = request.method === "DELETE" ? "DELETE" : "UPDATE";
    const message = `${verb} requires a WHERE clause`;
    return Response.json({ code: "21000", message, details: null, hint: null }, { status: 400 });
  }
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
  const body = await readJsonBody(request);
  if (body === null) return null;
  const text = body.toString();
  const refused = findUnstorableText(body, text);
  if (refused)
    return pathname.startsWith("/auth/v1/")
      ? authError(request, 400, "validation_failed", refused.message)
      : restError(refused.code, refused.message, refused);
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

/** Returns the body of a JSON request; null for a request with another content type. */
async function readJsonBody(request: Request): Promise<Buffer | null> {
  // REST reads a body without a content type as JSON.
  const byDefault = new URL(request.url).pathname.startsWith("/rest/v1/") ? "application/json" : "";
  const type = request.headers.get("content-type") || byDefault;
  const isJson = /^application\/(json|[\w.-]+\+json)\b/i.test(type);
  return isJson && request.body ? Buffer.from(await request.clone().arrayBuffer()) : null;
}

/** Matches the escapes of a JSON text: a surrogate pair, another character by its code, or any other escape. */
const jsonEscapes = /\\(?:u[Dd][89ABab]..\\u[Dd][C-Fc-f]..|u....|.)/g;

/**
 * Returns the error of PostgREST for a JSON text that it can't store: bytes that are not UTF-8, a NUL character, or an
 * unpaired surrogate. Returns null for any other text.
 */
function findUnstorableText(body: Buffer, text: string): ServiceError | null {
  const escapes = [...text.matchAll(jsonEscapes)].map(([written]) => written);
  if (!isUtf8(body) || escapes.some((written) => /^\\u[Dd][89A-Fa-f]..$/.test(written)))
    return { code: "PGRST102", message: "Empty or invalid json" };
  if (!escapes.includes("\\u0000")) return null;
  const detail = "\\u0000 cannot be converted to text.";
  return { code: "22P05", message: "unsupported Unicode escape sequence", detail };
}

interface ServiceError {
  code: string;
  message: string;
  detail?: string;
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

/** Parameters of a REST query that are not filters of one column. */
const restParameters = new Set([
  "select",
  "order",
  "limit",
  "offset",
  "columns",
  "on_conflict",
  "and",
  "or",
  "not.and",
  "not.or",
]);
/**
 * Matches filters whose value is already in parentheses or braces, and so needs no quotation marks in a list of
 * filters.
 */
const isListFilter = /^(not\.)?(in|cs|cd|ov|sl|sr|nxl|nxr|adj)\./;
const operatorAlone = /^(not\.)?[a-z]+(\([^)]*\))?$/;
const hasOpenQuote = (text: string) => (text.match(/"/g) ?? []).length % 2 === 1;

/**
 * Returns a REST request that the embedded service understands, or the refusal of a query that PostgREST cannot parse.
 * If several filters have the same column and operator, the embedded service applies only the last of them. So such
 * filters are moved to the parameter `and`.
 */
export function prepareRestRequest(asked: Request): Request | Response {
  const url = new URL(asked.url);
  if (url.pathname.startsWith("/rest/v1/rpc/")) return asked;
  const request = withExactCount(asked);
  const filters: [string, string][] = [];
  for (const [name, value] of url.searchParams) {
    const isFilter = !restParameters.has(name);
    const isInvalid = isFilter
      ? hasOpenQuote(name) || operatorAlone.test(value)
      : name !== "and" && name !== "or" && hasOpenQuote(value);
    if (isInvalid) return restError("PGRST100", `The query cannot be parsed: ${name}`);
    if (isFilter) filters.push([name, value]);
  }
  const repeated = new Set(
    filters.map(([name]) => name).filter((name, index, all) => all.indexOf(name) !== index),
  );
  if (repeated.size === 0) return request;
  for (const name of repeated) url.searchParams.delete(name);
  const moved = filters.filter(([name]) => repeated.has(name));
  url.searchParams.append("and", `(${moved.map(([name, value]) => `${name}.${quoted(value)}`).join()})`);
  return new Request(url, request);
}

/** Matches a preference for a count that the planner of the database estimates. */
const estimatedCount = /\bcount\s*=\s*(?:planned|estimated)\b/g;

/**
 * Replaces a preference for an estimated count by one for an exact count. The planner's statistics ignore the policies,
 * so an estimate would reveal the number of rows of other offices.
 */
function withExactCount(request: Request): Request {
  const preferred = request.headers.get("prefer") ?? "";
  const prefer = preferred.replace(estimatedCount, "count=exact");
  if (prefer === preferred) return request;
  const counted = new Request(request);
  counted.headers.set("prefer", prefer);
  return counted;
}

/**
 * Prepares a filter for the parameter `and`, which separates filters by commas. Puts quotation marks around the
 * filter's value if the value contains commas or parentheses.
 */
function quoted(filter: string): string {
  const split = /^((?:not\.)?[^.]+\.)(.*)$/s.exec(filter);
  if (!split || isListFilter.test(filter) || !/[,()]/.test(split[2] ?? "")) return filter;
  return `${split[1]}"${split[2]}"`;
}

/**
 * HTTP statuses with which PostgREST reports errors of the database. The keys are SQLSTATEs or, with two characters,
 * classes of SQLSTATEs. All other errors have status 400.
 */
const restStatuses: Readonly<Record<string, number>> = {
  "0L": 403,
  "0P": 403,
  "08": 503,
  "25006": 405,
  "25": 500,
  "28": 403,
  "40": 500,
  "42883": 404,
  "53": 503,
  "53400": 500,
  "54": 500,
  "55": 500,
  "57": 500,
  "57P01": 503,
  "58": 500,
  P0001: 400,
  P0: 500,
  XX: 500,
};

/**
 * Corrects error responses of the embedded REST service. This service responds with status 500 and no code to invalid
 * queries and most database errors. PostgREST responds with the code of the error.
 * @param error The last error of the database during the request.
 */
export async function convertRestError(answer: Response, error?: DatabaseError): Promise<Response> {
  if (answer.status !== 500) return answer;
  const { message = "" } = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { message?: string };
  if (error && message.includes(error.message)) {
    const status = restStatuses[error.code] ?? restStatuses[error.code.slice(0, 2)] ?? 400;
    return restError(error.code, error.message, error, status);
  }
  const reason = /^(\w*[Ee]rror)\b[^:]*: (.*)$/s.exec(message);
  if (!reason) return answer;
  // The message of an error of the query parser starts with "Error". Messages of other errors start with a different
  // class.
  if (reason[1] === "Error") return restError("PGRST100", `The query cannot be parsed: ${reason[2]}`);
  return restError("22000", "The request has a value that cannot be read.");
}

function restError(
  code: string,
  message: string,
  { detail, hint }: { detail?: string | undefined; hint?: string | undefined } = {},
  status = 400,
): Response {
  return Response.json({ code, details: detail ?? null, hint: hint ?? null, message }, { status });
}
