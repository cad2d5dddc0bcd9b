/**
 * A banned user can neither sign in nor refresh a session, as on Supabase. The embedded Auth knows bans for social
 * sign-in only, so its answers are looked at before they leave: one that carries a session, or the user's own record,
 * for somebody who is banned becomes Supabase's refusal.
 */
import type { Statements } from "../../edge-functions/_shared/server/sql.ts";
import { authError } from "./auth-errors.ts";

interface AuthAnswer {
  id?: unknown;
  access_token?: unknown;
  user?: { id?: unknown };
}

/** Passes a request on to Auth and refuses the answer when it is for a banned user. */
export async function refuseBannedUsers(
  sql: Statements,
  request: Request,
  auth: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  const response = await auth(request);
  const signsIn = request.method === "POST" && /^\/auth\/v1\/(token|verify)$/.test(pathname);
  if (!response.ok || !(signsIn || pathname === "/auth/v1/user")) return response;

  const answer = (await response.clone().json()) as AuthAnswer;
  const userId = signsIn ? answer.user?.id : answer.id;
  if (typeof userId !== "string") return response;
  const [banned] = await sql`select 1 from auth.users where id = ${userId} and banned_until > now()`;
  if (!banned) return response;
  // The session that was just made for the banned user must not live on, nor any older one.
  await sql`delete from auth.sessions where user_id = ${userId}`;
  return authError(request, signsIn ? 400 : 403, "user_banned", "User is banned");
}
