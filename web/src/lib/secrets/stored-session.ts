/**
 * Stores the session in this browser, for all tabs and across reloads. The session is one item in local storage, so
 * that all tabs get storage events. The refresh token and the signature of the access token are masked. So no one can
 * continue the session with data that remains on the disk after a sign-out.
 */
import { maskSecret, removeMask, unmaskSecret } from "./split-secret.ts";

export interface Session {
  access_token: string;
  refresh_token: string;
  /**
   * Expiry in seconds since 1970, as in Supabase: by the server's clock in a response, by this computer's clock in a
   * stored session.
   */
  expires_at: number;
}

export const sessionKey = "arbo.session";
export const sessionMask = "arbo.session-mask";

/** Tokens of a session in local storage, with the secret parts masked. */
interface MaskedTokens {
  unsigned: string;
  secret: string;
  expires_at: number;
  /** The tokens before the last renewal. */
  former?: MaskedTokens;
}

/** Returns the stored session, even if it has ended because of inactivity. */
export const storedSession = (): Session | null => findReadable()?.session ?? null;

/**
 * Finds the newest tokens in local storage that have a mask in the cookie. After a crash, the mask of the newest tokens
 * may be missing, because browsers write local storage to the disk before cookies. The tokens before the last renewal
 * are then used, which Auth still accepts for a renewal.
 */
function findReadable(): { masked: MaskedTokens; session: Session } | undefined {
  try {
    let masked: MaskedTokens | undefined = JSON.parse(localStorage.getItem(sessionKey) ?? "");
    for (; masked; masked = masked.former) {
      const bytes = unmaskSecret(sessionMask, masked.secret);
      if (!bytes) continue;
      const [signature, refresh_token] = JSON.parse(new TextDecoder().decode(bytes));
      const access_token = masked.unsigned + signature;
      return { masked, session: { access_token, refresh_token, expires_at: masked.expires_at } };
    }
  } catch {
    // The stored text is missing or damaged, so there is no session.
  }
}

/**
 * Stores the tokens of a new session, and keeps the previous tokens beside them. Computes the expiry from the token's
 * lifetime, because the clocks of the server and of this computer may differ.
 */
export function writeSession({ access_token, refresh_token, expires_at }: Session): void {
  const former = findReadable()?.masked;
  delete former?.former;
  const end = access_token.lastIndexOf(".") + 1;
  const secrets = new TextEncoder().encode(JSON.stringify([access_token.slice(end), refresh_token]));
  const secret = maskSecret(sessionMask, secrets);
  const { iat, exp } = claimsOf(access_token);
  const stored: MaskedTokens = {
    unsigned: access_token.slice(0, end),
    secret,
    expires_at: iat && exp ? Math.floor(Date.now() / 1000) + exp - iat : expires_at,
    former,
  };
  localStorage.setItem(sessionKey, JSON.stringify(stored));
}

export function removeSession(): void {
  localStorage.removeItem(sessionKey);
  removeMask(sessionMask);
}

interface Claims {
  /** Id of the user. */
  sub?: string;
  session_id?: string;
  /** Times of issue and expiry by the clock of the server, in seconds since 1970. */
  iat?: number;
  exp?: number;
}

/** Returns the claims of an access token; no claims if the token is invalid. */
export function claimsOf(token: string): Claims {
  try {
    const [, payload = ""] = token.split(".");
    return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return {};
  }
}
