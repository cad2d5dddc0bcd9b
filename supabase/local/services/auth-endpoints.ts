/**
 * Allows only the Auth endpoints that the product uses: sign-in by password, renewing and ending a session, reading
 * one's own account, health and keys. Refuses all other endpoints, as the web host does in a deployment (web/hosting).
 * Also calls the password hook and the access token hook of Supabase Auth, which the embedded Auth does not support.
 */
import { setTimeout as pause } from "node:timers/promises";
import { millisecondsUntilResponse } from "#shared/rules/sign-in-delay.ts";
import type { Statements } from "#shared/server/sql/sql.ts";
import { allowedAuthEndpoints, authGrants, authRefusal } from "../../../web/hosting/site.ts";
import { authError } from "./auth-errors.ts";
import type { AuthSessions } from "./auth-sessions.ts";

const doors: ReadonlySet<string> = new Set(
  allowedAuthEndpoints.map(({ method, path }) => `${method} /auth/v1/${path}`),
);

/**
 * Forwards a request to Auth, or refuses it.
 * @param stranger Address of the client, whose sign-in attempts are counted here; null for the API, which counts
 * attempts itself.
 * @param auth Sends the request to Auth, which may refuse it because the user is banned.
 * @param isAdmitted Counts a sign-in or a renewal; false if the address has made too many (sign-in-rate.ts).
 */
export async function guardAuthEndpoints(
  sql: Statements,
  sessions: AuthSessions,
  request: Request,
  stranger: string | null,
  auth: (request: Request) => Promise<Response>,
  isAdmitted: () => boolean,
): Promise<Response> {
  const began = performance.now();
  const { pathname, searchParams } = new URL(request.url);
  if (request.method === "OPTIONS") return auth(request);
  if (!doors.has(`${request.method} ${pathname}`)) return shut(request);
  if (pathname !== "/auth/v1/token") return auth(request);
  const grant = searchParams.get("grant_type") ?? "";
  if (!authGrants.includes(grant)) return shut(request);
  if (!isAdmitted()) return authError(request, 429, "over_request_rate_limit", "Request rate limit reached");
  if (grant === "refresh_token") return sessions.renewed(request, await renew(request, auth));
  const { email } = await read<{ email: unknown }>(request);
  const account = typeof email === "string" ? await readAccount(sql, email) : undefined;
  const response = await auth(request);
  if (typeof email !== "string" || email === "") return response;
  const message =
    (await judge(sql, email, stranger, response.ok)) ??
    (response.ok && account ? await refuseFormerPassword(sql, account) : null);
  if (message !== null && response.ok) await endSession(sql, await response.json());
  if (stranger !== null && (message !== null || !response.ok))
    await pause(millisecondsUntilResponse(performance.now() - began));
  if (message === null && response.ok) return sessions.opened(request, response, "password");
  // If a hook refuses a sign-in, respond like Supabase Auth: with the same error code as for a wrong password, and
  // with the message of the hook.
  return message === null ? response : authError(request, 400, "invalid_credentials", message);
}

const shut = (request: Request): Response =>
  authError(request, authRefusal.status, authRefusal.error_code, authRefusal.msg);

/**
 * Renews a session. If the refresh token is malformed, the embedded Auth reports a validation error. Supabase Auth
 * reports an unknown token, so this error is replaced.
 */
async function renew(request: Request, auth: (request: Request) => Promise<Response>): Promise<Response> {
  const { refresh_token: token } = await read<{ refresh_token?: unknown }>(request);
  const answer = await inTurn(token, () => auth(request));
  if (answer.status !== 400 || !token) return answer;
  const { error_code: code } = (await answer.clone().json()) as { error_code?: string };
  if (code !== "validation_failed") return answer;
  return authError(request, 400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
}

/** By refresh token: the renewal that was started last and has not finished. */
const renewals = new Map<unknown, Promise<Response>>();

/**
 * Runs renewals with the same refresh token one after the other. Two tabs may renew a session at the same time, and so
 * may a page that is just being closed and the page that is opened next. The embedded Auth would refuse one of two
 * concurrent renewals and end the session.
 */
async function inTurn(token: unknown, renewal: () => Promise<Response>): Promise<Response> {
  const turn = (renewals.get(token) ?? Promise.resolve()).then(renewal, renewal);
  renewals.set(token, turn);
  try {
    return await turn;
  } finally {
    if (renewals.get(token) === turn) renewals.delete(token);
  }
}

/**
 * Reads the JSON body from a copy of the request, so that the body of the request can still be read. Returns an empty
 * object if the body is not JSON.
 */
const read = async <T extends object>(request: Request): Promise<Partial<T>> =>
  ((await request
    .clone()
    .json()
    .catch(() => null)) ?? {}) as Partial<T>;

/**
 * Calls the password hook for a sign-in attempt, which counts the attempt. Returns the hook's message if the hook
 * refuses the attempt, otherwise null. Attempts with an e-mail address without an account are counted, too.
 */
async function judge(
  sql: Statements,
  email: string,
  address: string | null,
  valid: boolean,
): Promise<string | null> {
  const [row] = await sql<{ verdict: { decision: string; message?: string } }[]>`
    select private.judge_password(jsonb_strip_nulls(jsonb_build_object('user_id',
      (select u.id from auth.users u where lower(u.email) = lower(${email})),
      'email', ${email}::text, 'address', ${address}::text, 'valid', ${valid}::boolean))) as verdict`;
  return row?.verdict.decision === "reject" ? (row.verdict.message ?? "") : null;
}

interface Account {
  id: string;
  app_metadata: object | null;
}

/** Reads an account before its password is checked, as Supabase Auth does for the claims of the access token. */
async function readAccount(sql: Statements, email: string): Promise<Account | undefined> {
  const [account] = await sql<Account[]>`
    select u.id, u.raw_app_meta_data as app_metadata from auth.users u where lower(u.email) = lower(${email})`;
  return account;
}

/** Calls the access token hook for a sign-in. Returns the hook's message if the hook refuses it, otherwise null. */
async function refuseFormerPassword(sql: Statements, account: Account): Promise<string | null> {
  const { id, app_metadata } = account;
  const event = { user_id: id, authentication_method: "password", claims: { app_metadata } };
  const [row] = await sql<{ verdict: { error?: { message: string } } }[]>`
    select private.refuse_former_password(${JSON.stringify(event)}::text::jsonb) as verdict`;
  return row?.verdict.error?.message ?? null;
}

/** Deletes the session of a sign-in that the embedded Auth accepted but a hook refused. */
async function endSession(sql: Statements, { access_token: token }: { access_token: string }) {
  const [, payload = ""] = token.split(".");
  const { session_id: session } = JSON.parse(Buffer.from(payload, "base64url").toString()) as {
    session_id: string;
  };
  await sql`delete from auth.sessions where id = ${session}`;
}
