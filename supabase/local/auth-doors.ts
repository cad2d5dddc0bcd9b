/**
 * The ways into Auth that the product has: signing in by password, renewing and ending a session, reading one's own
 * account. The embedded Auth has more (codes and links by mail, one's own password without the present one), which stay
 * shut here; and it does not ask the hook about passwords. On hosted Supabase config.toml sees to both.
 */
import { setTimeout as pause } from "node:timers/promises";
import { untilNextMark } from "../../edge-functions/_shared/rules/failure-mark.ts";
import type { Statements } from "../../edge-functions/_shared/server/sql.ts";
import { authError } from "./auth-errors.ts";

const doors = new Set([
  "POST /auth/v1/token",
  // Which answers that it is disabled.
  "POST /auth/v1/signup",
  "POST /auth/v1/logout",
  "GET /auth/v1/user",
  "GET /auth/v1/settings",
  "GET /auth/v1/health",
  "GET /auth/v1/.well-known/jwks.json",
]);

/**
 * Passes a request on to Auth, or refuses it.
 * @param stranger The address of whoever asks; null for the API, which counts its own attempts.
 */
export async function guardDoors(
  sql: Statements,
  request: Request,
  stranger: string | null,
  auth: (request: Request) => Promise<Response>,
): Promise<Response> {
  const began = performance.now();
  const { pathname, searchParams } = new URL(request.url);
  if (request.method === "OPTIONS") return auth(request);
  if (!doors.has(`${request.method} ${pathname}`)) {
    return authError(request, 403, "not_allowed", "Accounts are kept by administrators, through the API.");
  }
  if (pathname !== "/auth/v1/token" || searchParams.get("grant_type") !== "password") return auth(request);
  const given = (await request
    .clone()
    .json()
    .catch(() => null)) as { email?: unknown } | null;
  const response = await auth(request);
  const message = await judge(sql, String(given?.email ?? ""), stranger, response.ok);
  if (message !== null && response.ok) await endSession(sql, await response.json());
  if (stranger !== null && (message !== null || !response.ok))
    await pause(untilNextMark(performance.now() - began));
  // Auth calls a refusal by its hook what it calls a wrong password; only the words differ.
  return message === null ? response : authError(request, 400, "invalid_credentials", message);
}

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
