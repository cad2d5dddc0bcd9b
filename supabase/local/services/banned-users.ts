/**
 * Refuses banned users: they cannot sign in, renew a session or read their own account. As in Supabase Auth, the ban is
 * checked before the password. Unlike in Supabase Auth, a banned user's sign-in looks like that of an unknown address,
 * and counts as a wrong password (auth-endpoints.ts). So guessers can't find addresses of disabled users.
 */
import { decode } from "hono/jwt";
import type { Statements } from "#shared/server/sql/sql.ts";
import { authError } from "./auth-errors.ts";

const addressWithoutAccount = "disabled@account.invalid";

/** Forwards a request to Auth unless it is from a banned user. */
export async function refuseBannedUsers(
  sql: Statements,
  request: Request,
  auth: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === "/auth/v1/token" && request.method === "POST") {
    const body = (await request
      .clone()
      .json()
      .catch(() => null)) as { email?: unknown; refresh_token?: unknown } | null;
    const { email, refresh_token } = body ?? {};
    const [banned] = await sql`select 1 from auth.users u where u.banned_until > now() and (
      lower(u.email) = lower(${typeof email === "string" ? email : null}::text) or u.id::text = (
        select t.user_id::text from auth.refresh_tokens t
        where t.token = ${typeof refresh_token === "string" ? refresh_token : null}::text))`;
    if (banned && searchParams.get("grant_type") === "password")
      return auth(new Request(request, { body: JSON.stringify({ ...body, email: addressWithoutAccount }) }));
    if (banned) return authError(request, 400, "user_banned", "User is banned");
  }
  const response = await auth(request);
  if (pathname !== "/auth/v1/user" || response.status >= 500) return response;
  const [banned] = await sql`select 1 from auth.users u
    where u.banned_until > now() and u.id::text = ${subjectOf(request.headers)}::text`;
  // Supabase Auth checks the token before the ban. So errors about a forged or expired token stay unchanged.
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
