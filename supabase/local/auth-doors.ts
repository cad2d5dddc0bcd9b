/**
 * The ways into Auth that the product has: signing in by password, renewing and ending a session, reading one's own
 * account. The embedded Auth has more (codes and links by mail, sign-up, one's own password without the present one);
 * they stay shut here. On hosted Supabase the settings in config.toml shut them, and Auth limits guesses by itself, as
 * this does: by account, for whoever does not come through the API, which counts on its own.
 */
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

/** Wrong passwords of an account within the time, in milliseconds, after which it must wait: as many as the API allows. */
const mostFailures = 10;
const memory = 10 * 60_000;
/** Accounts that are remembered; beyond them the one that was tried first is forgotten. */
const mostAccounts = 10_000;

/** Guards one Auth. */
export class AuthDoors {
  /** Times of wrong passwords, by address. */
  private readonly failures = new Map<string, number[]>();

  /** Passes a request on to Auth, or refuses it. */
  async answer(request: Request, auth: (request: Request) => Promise<Response>): Promise<Response> {
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
    const account = String(given?.email ?? "").toLowerCase();
    const since = Date.now() - memory;
    const recent = (this.failures.get(account) ?? []).filter((at) => at > since);
    if (recent.length >= mostFailures) {
      return authError(request, 429, "over_request_rate_limit", "Too many attempts to sign in.");
    }
    const [first] = this.failures.keys();
    if (first !== undefined && this.failures.size >= mostAccounts) this.failures.delete(first);
    // Counted before it is tried, so that guesses at once are counted like guesses in turn.
    this.failures.set(account, [...recent, Date.now()]);
    const response = await auth(request);
    if (response.ok) this.failures.delete(account);
    return response;
  }
}
