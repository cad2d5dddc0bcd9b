/**
 * A banned user can neither sign in nor refresh a session nor read their own account, as on Supabase, which looks at the
 * ban before the password. The embedded Auth knows bans for social sign-in only.
 */
import { decode } from "hono/jwt";
import type { Statements } from "#shared/server/sql/sql.ts";
import { authError } from "./auth-errors.ts";

/** Passes a request on to Auth, unless it is for a banned user. */
export async function refuseBannedUsers(
  sql: Statements,
  request: Request,
  auth: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname === "/auth/v1/token" && request.method === "POST") {
    const { email, refresh_token } = ((await request
      .clone()
      .json()
      .catch(() => null)) ?? {}) as { email?: unknown; refresh_token?: unknown };
    const [banned] = await sql`select 1 from auth.users u where u.banned_until > now() and (
      lower(u.email) = lower(${typeof email === "string" ? email : null}::text) or u.id::text = (
        select t.user_id::text from auth.refresh_tokens t
        where t.token = ${typeof refresh_token === "string" ? refresh_token : null}::text))`;
    if (banned) return authError(request, 400, "user_banned", "User is banned");
  }
  const response = await auth(request);
  if (pathname !== "/auth/v1/user" || response.status >= 500) return response;
  const [banned] = await sql`select 1 from auth.users u
    where u.banned_until > now() and u.id::text = ${subjectOf(request.headers)}::text`;
  // Auth looks at the token first: one that is forged or has expired is what it says it is.
  const { error_code: code } = response.ok
    ? {}
    : ((await response.clone().json()) as { error_code?: string });
  return banned && (response.ok || code === "session_not_found")
    ? authError(request, 403, "user_banned", "User is banned")
    : response;
}

function subjectOf(headers: Headers): string {
  try {
    return String(decode(headers.get("authorization")?.replace(/^Bearer\s+/i, "") ?? "").payload.sub);
  } catch {
    return "";
  }
}
