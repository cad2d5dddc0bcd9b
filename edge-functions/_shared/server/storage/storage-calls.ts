/** Requests to Supabase Storage with the service key, for any bucket. */
import { ServiceFailure } from "../db/service-failure.ts";
import { serverSettings, serviceKey } from "../environment/settings.ts";

export const serviceName = "file store";
const timeout = 30_000;

/** A refusal by Storage. Storage may send HTTP status 400 and report the actual status in the body. */
export class StorageRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(`storage: ${status} ${message}`);
    this.status = status;
  }
}

export function call(path: string, init: RequestInit): Promise<Response> {
  const key = serviceKey();
  return fetch(`${serverSettings().supabaseUrl}/storage/v1/object/${path}`, {
    signal: AbortSignal.timeout(timeout),
    ...init,
    headers: { apikey: key, authorization: `Bearer ${key}`, ...init.headers },
  }).catch((error: unknown) => {
    throw new ServiceFailure(serviceName, error);
  });
}

export async function storage(
  method: string,
  path: string,
  body: BodyInit,
  headers: HeadersInit,
): Promise<unknown> {
  const answer = await call(path, { method, body, headers });
  const text = await answer.text();
  if (answer.ok) return text === "" ? null : JSON.parse(text);
  throw failure(answer.status, text);
}

/** Converts an error response of Storage. */
export function failure(answered: number, text: string): StorageRefusal | ServiceFailure {
  const { statusCode, message = "" } = parsed(text);
  const status = Number(statusCode) || answered;
  return status < 500
    ? new StorageRefusal(status, message)
    : new ServiceFailure(serviceName, `${status} ${message}`);
}

function parsed(text: string): { statusCode?: string | number; message?: string } {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

export async function removeFrom(bucket: string, paths: readonly string[]): Promise<void> {
  await storage("DELETE", bucket, JSON.stringify({ prefixes: paths }), {
    "content-type": "application/json",
  });
}

/**
 * Returns signed addresses of stored files, valid for `seconds`, relative to the project's address (`/storage/v1/…`).
 * Omits missing files.
 */
export async function signUrls(
  bucket: string,
  paths: readonly string[],
  seconds: number,
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const answers = (await storage("POST", `sign/${bucket}`, JSON.stringify({ expiresIn: seconds, paths }), {
    "content-type": "application/json",
  })) as { path: string; signedURL: string | null }[];
  return new Map(
    answers.flatMap(({ path, signedURL }) => (signedURL ? [[path, `/storage/v1${signedURL}`]] : [])),
  );
}
