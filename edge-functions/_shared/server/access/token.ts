/**
 * Authenticates a request: verifies the access token of Supabase Auth. Accepts HS256 with the project's secret, and
 * asymmetric keys (ES256, RS256, EdDSA) that the project publishes. Reads only the user id and session id from a token.
 * Level, rights and disabled accounts are looked up per request, because a token can't be revoked before it expires.
 */

import { decode, verify, verifyWithJwks } from "hono/jwt";
import type { HonoJsonWebKey } from "hono/utils/jwt/jws";
import { Problem } from "../../contracts/base/problems.ts";
import { isUuid } from "../../contracts/base/values.ts";
import { serverSettings } from "../environment/settings.ts";
import { notes } from "../observe/request.ts";
import { callerByApiToken, isApiToken } from "./api-token.ts";

export interface Caller {
  /** Id of the user in auth.users. */
  userId: string;
  /** Session of the access token. The token stops working when the session ends. */
  sessionId?: string;
  /** API token with which a program acts for the user. */
  apiToken?: { id: number; mayWrite: boolean };
  /** Background task that acts as the user without the user's access token. */
  actsFor?: "digest";
}

const asymmetric = ["ES256", "RS256", "EdDSA"] as const;

/**
 * Returns the caller that an Authorization header identifies.
 * @throws Problem of kind `unauthenticated` when there is no token, when it has expired, or when it doesn't belong to a
 * signed-in user.
 */
export async function callerFrom(authorization: string | undefined): Promise<Caller> {
  const token = bearerToken(authorization);
  if (!token) throw new Problem("unauthenticated", "Sign in first: the request carries no access token.");
  if (isApiToken(token)) return noted(await callerByApiToken(token));
  const payload = await verifiedPayload(token);
  const { sub, role, exp, session_id: session } = payload ?? {};
  if (!isUuid(sub) || !isUuid(session) || role !== "authenticated" || typeof exp !== "number") {
    throw new Problem("unauthenticated", "Your session has ended. Sign in again.");
  }
  return noted({ userId: sub.toLowerCase(), sessionId: session.toLowerCase() });
}

/**
 * Like `callerFrom`, but refuses API tokens. Used by the endpoints of a user's own account and of user administration.
 * @throws Problem of kind `refused` when the request uses an API token.
 */
export async function personFrom(authorization: string | undefined): Promise<Caller> {
  const caller = await callerFrom(authorization);
  if (!caller.apiToken) return caller;
  throw new Problem("refused", "API tokens have no access to accounts. Sign in instead.");
}

function noted(caller: Caller): Caller {
  const request = notes();
  if (request) {
    request.callerId = caller.userId;
    request.apiTokenId = caller.apiToken?.id ?? null;
  }
  return caller;
}

/** Returns the token of a `Bearer` header, or null. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

/** Returns null for an invalid token. Omits the reason, because a legitimate client does not need the reason. */
async function verifiedPayload(token: string): Promise<Record<string, unknown> | null> {
  const { jwtSecret } = serverSettings();
  // Don't check `iat`: clocks differ by seconds, so a new token may seem to come from the future.
  const checks = { iat: false };
  try {
    const { alg } = decode(token).header;
    if (alg === "HS256") {
      return jwtSecret ? await verify(token, jwtSecret, { alg: "HS256", ...checks }) : null;
    }
    const keys = await publishedKeys(decode(token).header.kid);
    return await verifyWithJwks(token, { keys, allowedAlgorithms: asymmetric, verification: checks });
  } catch {
    return null;
  }
}

let keys: HonoJsonWebKey[] = [];
let keysReadAt = Number.NEGATIVE_INFINITY;
const oldestKeys = 10 * 60_000;
/**
 * Minimum milliseconds between two reads of the project's public keys. Without this pause, each forged token with an
 * unknown key id would trigger a read.
 */
const shortestPause = 10_000;

async function publishedKeys(kid: string | undefined): Promise<HonoJsonWebKey[]> {
  const age = Date.now() - keysReadAt;
  const known = keys.some((key) => key.kid === kid);
  if ((known && age < oldestKeys) || (!known && age < shortestPause)) return keys;
  keysReadAt = Date.now();
  const answer = await fetch(`${serverSettings().supabaseUrl}/auth/v1/.well-known/jwks.json`, {
    signal: AbortSignal.timeout(5000),
  });
  if (!answer.ok) return keys;
  const body: { keys?: HonoJsonWebKey[] } = await answer.json();
  if (Array.isArray(body.keys)) keys = body.keys;
  return keys;
}
