/**
 * Who is asking: verifies the access token of Supabase Auth. Both kinds are taken: HS256 with the project's secret, and
 * asymmetric keys (ES256, RS256, EdDSA) published by the project.
 *
 * Only the identity and its session are taken from a token. Level, rights and whether the account is disabled are looked
 * up at every request, because a token cannot be revoked before it expires.
 */

import { decode, verify, verifyWithJwks } from "hono/jwt";
import type { HonoJsonWebKey } from "hono/utils/jwt/jws";
import { Problem } from "../../contracts/problems.ts";
import { isUuid } from "../../contracts/values.ts";
import { serverSettings } from "../environment/settings.ts";
import { notes } from "../observe/request.ts";
import { callerByApiToken, isApiToken } from "./api-token.ts";

export interface Caller {
  /** auth.users.id */
  userId: string;
  /** The session that the token belongs to: a token lives no longer than its session. */
  sessionId?: string;
  /** The API token by which a program acts for the user. */
  apiToken?: { id: number; mayWrite: boolean };
  /** What the product does for the user by itself, without a token of theirs. */
  actsFor?: "digest";
}

const asymmetric = ["ES256", "RS256", "EdDSA"] as const;

/**
 * The caller that an Authorization header names.
 * @throws Problem unauthenticated when there is no token, or it is not a signed-in user's, or has expired.
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
 * The same for what people do themselves: their own account, and those of others.
 * @throws Problem refused when a program asks with an API token.
 */
export async function personFrom(authorization: string | undefined): Promise<Caller> {
  const caller = await callerFrom(authorization);
  if (!caller.apiToken) return caller;
  throw new Problem("refused", "API tokens cannot change accounts. Sign in instead.");
}

function noted(caller: Caller): Caller {
  const request = notes();
  if (request) {
    request.callerId = caller.userId;
    request.apiTokenId = caller.apiToken?.id ?? null;
  }
  return caller;
}

/** The token of a `Bearer` header, or null. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
}

/** Null for whatever does not verify: the reason is of no use to an honest caller. */
async function verifiedPayload(token: string): Promise<Record<string, unknown> | null> {
  const { jwtSecret } = serverSettings();
  // Clocks of two machines differ by seconds, so that a new token may seem to be from the future.
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
/** A token with an unknown key asks the project again, but not for every forged one. */
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
