/**
 * Sends requests to Auth and Storage. The responses of the real servers are recorded, and the embedded replacements
 * must give the same responses. Values that differ from run to run are recorded only as their type.
 */
import { createHmac } from "node:crypto";
import type { TestStack } from "../../test-stack.ts";

/** The servers that receive the requests, and the keys that the requests need. */
export type Target = Pick<TestStack, "url" | "databaseUrl" | "publishableKey" | "secretKey" | "jwtSecret">;

/** The recorded part of a response. */
export interface RecordedResponse {
  status: number;
  /** The headers that clients read. Other headers are not recorded. */
  headers: Record<string, string>;
  /**
   * The codes of a refusal, and the refusal's message if the product wrote the message. All other values are reduced to
   * their types.
   */
  body: unknown;
}

/** A response together with its text. Later requests need values from the text. */
export interface FullResponse extends RecordedResponse {
  text: string;
}

export type RecordedResponses = Record<string, RecordedResponse>;

/** Records each response under the name of its request. */
export class ResponseRecorder {
  readonly answers: RecordedResponses = {};
  private readonly target: Target;

  constructor(target: Target) {
    this.target = target;
  }

  /** Sends a request and records the response. @throws if a name is used twice. */
  async ask(name: string, path: string, init: RequestSettings = {}): Promise<FullResponse> {
    if (name in this.answers) throw new Error(`Two questions are called "${name}"`);
    const heard = await ask(this.target, path, init);
    const { status, headers, body } = heard;
    this.answers[name] = { status, headers, body };
    return heard;
  }
}

export interface RequestSettings {
  method?: string;
  headers?: Record<string, string>;
  /** The body is sent as JSON, unless it is text or bytes. */
  body?: unknown;
}

/** Sends one request without recording the response. */
export async function ask(target: Target, path: string, init: RequestSettings = {}): Promise<FullResponse> {
  const { body } = init;
  const raw = typeof body === "string" || body instanceof Uint8Array;
  const response = await fetch(target.url + path, {
    method: init.method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...init.headers,
    },
    ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as BodyInit }),
    redirect: "manual",
  });
  const text = await response.text();
  const type = response.headers.get("content-type") ?? "";
  const parsed: unknown = type.includes("json") && text !== "" ? JSON.parse(text) : null;
  return {
    status: response.status,
    headers: keptHeaders(response.headers),
    body: !type.includes("json") ? kindOfText(response.ok, text) : kinds(parsed, response.ok ? [] : codes),
    text,
  };
}

const kindOfText = (ok: boolean, text: string): string => (ok || text === "" ? text : "text");

function keptHeaders(headers: Headers): Record<string, string> {
  const type = headers.get("content-type")?.split(";")[0];
  const link = headers.get("link")?.replace(/\d+/g, "n");
  const range = headers.get("content-range");
  return {
    ...(type ? { "content-type": type } : {}),
    ...(headers.has("x-total-count") ? { "x-total-count": "number" } : {}),
    ...(link ? { link } : {}),
    ...(range ? { "content-range": range } : {}),
  };
}

/** Fields of a refusal that are recorded unchanged. */
const codes = ["code", "error_code", "error", "statusCode", "weak_password", "reasons"];
/** The refusal message of private.judge_password, by which the API recognizes this refusal. */
const byHook = /^Too many attempts to sign in\./;

/** Reduces a value to its types, e.g. `{"id":"uuid","size":"number"}`. A list is reduced to its first entry. */
function kinds(value: unknown, exact: readonly string[]): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((entry) => kinds(entry, exact));
  if (value && typeof value === "object") {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      // Only the type of a refresh token is recorded, because refresh tokens have no fixed format.
      entries.map(([name, of]) => [
        name,
        exact.includes(name) ? of : name === "refresh_token" ? typeof of : kinds(of, exact),
      ]),
    );
  }
  if (typeof value !== "string") return value === null ? null : typeof value;
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return "uuid";
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/.test(value)) return "time";
  return value === "" || byHook.test(value) ? value : "text";
}

/** Signs a token with the given claims, as Auth does. */
export function tokenOf(secret: string, claims: object): string {
  const part = (of: object) => Buffer.from(JSON.stringify(of)).toString("base64url");
  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
