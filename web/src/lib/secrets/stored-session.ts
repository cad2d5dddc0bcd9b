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

/** Tokens of a session in local storage, with the secret parts masked. */
interface MaskedTokens {
  unsigned: string;
  secret: string;
  expires_at: number;
}

/**
 * Returns the stored session, even if it has ended because of inactivity. Browsers write local storage to the disk
 * before cookies, so after a crash the mask of the newest tokens may be missing. Then returns the session with its
 * former tokens, which Auth still renews.
 */
export const storedSession = (): Session | null =>
  readTokens()
    .map(unmask)
    .find((session) => session !== null) ?? null;

/** Returns the tokens in local storage: the newest, and those before the last renewal. */
function readTokens(): MaskedTokens[] {
  try {
    return [JSON.parse(localStorage.getItem(sessionKey) ?? "[]")].flat();
  } catch {
    return [];
  }
}

function unmask({ unsigned, secret, expires_at }: MaskedTokens): Session | null {
  try {
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
  const former = readTokens().find((tokens) => unmask(tokens) !== null);
  const end = access_token.lastIndexOf(".") + 1;
  const secrets = JSON.stringify([access_token.slice(end), refresh_token]);
  const secret = maskSecret(sessionMask, new TextEncoder().encode(secrets));
  const newest: MaskedTokens = { unsigned: access_token.slice(0, end), secret, expires_at };
  localStorage.setItem(sessionKey, JSON.stringify(former ? [newest, former] : [newest]));
}

export function removeSession(): void {
  localStorage.removeItem(sessionKey);
  removeMask(sessionMask);
}
