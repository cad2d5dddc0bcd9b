/**
 * Stores the session in this browser, for all tabs and across reloads. It is one item in local storage, so all tabs get
 * storage events. The secret parts are masked: the refresh token, and the signature of the access token. So no one
 * can continue a session with what stays on the disk after a sign-out, even if the server could not end the session.
 */
import { maskSecret, removeMask, unmaskSecret } from "./split-secret.ts";

export interface Session {
  access_token: string;
  refresh_token: string;
  /** Expiry in seconds since 1970, as in Supabase. */
  expires_at: number;
}

export const sessionKey = "arbo.session";
export const sessionMask = "arbo.session-mask";

/** Returns the stored session, even if it has ended because of inactivity. */
export function storedSession(): Session | null {
  try {
    const { unsigned, secret, expires_at } = JSON.parse(localStorage.getItem(sessionKey) ?? "");
    const bytes = unmaskSecret(sessionMask, secret);
    if (!bytes) return null;
    const [signature, refresh_token] = JSON.parse(new TextDecoder().decode(bytes));
    return { access_token: unsigned + signature, refresh_token, expires_at };
  } catch {
    return null;
  }
}

/** Stores a session, and nothing else of the given object. */
export function writeSession({ access_token, refresh_token, expires_at }: Session): void {
  const end = access_token.lastIndexOf(".") + 1;
  const secrets = JSON.stringify([access_token.slice(end), refresh_token]);
  const secret = maskSecret(sessionMask, new TextEncoder().encode(secrets));
  localStorage.setItem(
    sessionKey,
    JSON.stringify({ unsigned: access_token.slice(0, end), secret, expires_at }),
  );
}

export function removeSession(): void {
  localStorage.removeItem(sessionKey);
  removeMask(sessionMask);
}
