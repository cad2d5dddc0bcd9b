/**
 * The calls of Auth that the product uses: signing in by password, renewing and ending a session, reading one's own
 * account, and its health and keys. Every other call is refused here, as the product's proxies refuse it in a
 * deployment (web/hosting). The embedded Auth does not call the password hook either.
 */
import { setTimeout as pause } from "node:timers/promises";
import { untilNextMark } from "#shared/rules/failure-mark.ts";
import type { Statements } from "#shared/server/sql/sql.ts";
import { authDoors, authGrants, closedDoor } from "../../../web/hosting/site.ts";
import { authError } from "./auth-errors.ts";
import type { AuthSessions } from "./auth-sessions.ts";

const doors: ReadonlySet<string> = new Set(authDoors.map(({ method, path }) => `${method} /auth/v1/${path}`));

/**
 * Passes a request on to Auth, or refuses it.
 * @param stranger The address of whoever asks; null for the API, which counts its own attempts.
 */
export async function guardDoors(
  sql: Statements,
  sessions: AuthSessions,
  request: Request,
  stranger: string | null,
  auth: (request: Request) => Promise<Response>,
): Promise<Response> {
  const began = performance.now();
  const { pathname, searchParams } = new URL(request.url);
  if (request.method === "OPTIONS") return auth(request);
  if (!doors.has(`${request.method} ${pathname}`)) return shut(request);
  if (pathname !== "/auth/v1/token") return auth(request);
  const grant = searchParams.get("grant_type") ?? "";
  if (!authGrants.includes(grant)) return shut(request);
  if (grant === "refresh_token") return sessions.renewed(request, await renew(request, auth));
  const { email } = await read<{ email: unknown }>(request);
  const response = await auth(request);
  if (typeof email !== "string" || email === "") return response;
  const message = await judge(sql, email, stranger, response.ok);
  if (message !== null && response.ok) await endSession(sql, await response.json());
  if (stranger !== null && (message !== null || !response.ok))
    await pause(untilNextMark(performance.now() - began));
  if (message === null && response.ok) return sessions.opened(request, response, "password");
  // Auth calls a refusal by its hook what it calls a wrong password; only the words differ.
  return message === null ? response : authError(request, 400, "invalid_credentials", message);
}

const shut = (request: Request): Response =>
  authError(request, closedDoor.status, closedDoor.error_code, closedDoor.msg);

/** A refresh token of another form is one that Auth does not know; the embedded Auth calls it malformed. */
async function renew(request: Request, auth: (request: Request) => Promise<Response>): Promise<Response> {
  const { refresh_token: token } = await read<{ refresh_token?: unknown }>(request);
  const answer = await inTurn(token, () => auth(request));
  if (answer.status !== 400 || !token) return answer;
  const { error_code: code } = (await answer.clone().json()) as { error_code?: string };
  if (code !== "validation_failed") return answer;
  return authError(request, 400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
}

/** The latest renewal under way by each token. */
const renewals = new Map<unknown, Promise<Response>>();

/**
 * Renewals by one token take turns: two tabs, or a page that is left while it renews and the next one, ask at once, and
 * the embedded Auth would refuse one of them and end the session.
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

/** The body, which stays to be read; empty where it is no JSON. */
const read = async <T extends object>(request: Request): Promise<Partial<T>> =>
  ((await request
    .clone()
    .json()
    .catch(() => null)) ?? {}) as Partial<T>;

/** What the hook has against this attempt; null for nothing. Guesses at accounts that do not exist count as well. */
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

/** Auth has made a session by the time its answer is there. */
async function endSession(sql: Statements, { access_token: token }: { access_token: string }) {
  const [, payload = ""] = token.split(".");
  const { session_id: session } = JSON.parse(Buffer.from(payload, "base64url").toString()) as {
    session_id: string;
  };
  await sql`delete from auth.sessions where id = ${session}`;
}
