/**
 * The session of this browser: who is signed in, kept across reloads and tabs.
 *
 * Signing in and every call read the tokens from here, so that neither needs supabase-js. It takes the session over
 * later and renews it (supabase-session.ts).
 */
export interface Session {
  access_token: string;
  refresh_token: string;
  /** Seconds since 1970, as Supabase counts. */
  expires_at: number;
}

const key = "arbo.session";

export function readSession(): Session | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isSession(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function writeSession(session: Session): void {
  const { access_token, refresh_token, expires_at } = session;
  localStorage.setItem(key, JSON.stringify({ access_token, refresh_token, expires_at }));
}

export const clearSession = (): void => localStorage.removeItem(key);

/** Seconds until the access token ends; negative when it has. */
export const secondsLeft = (session: Session, now = Date.now()): number =>
  session.expires_at - Math.floor(now / 1000);

function isSession(value: unknown): value is Session {
  return (
    typeof value === "object" &&
    value !== null &&
    "access_token" in value &&
    typeof value.access_token === "string" &&
    "refresh_token" in value &&
    typeof value.refresh_token === "string" &&
    "expires_at" in value &&
    typeof value.expires_at === "number"
  );
}
