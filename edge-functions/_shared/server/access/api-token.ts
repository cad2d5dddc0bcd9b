/**
 * Personal API tokens, which let another program use the API as a user. A token is a fixed prefix and 256 random bits.
 * The database stores only a hash.
 */
import { Problem } from "../../contracts/base/problems.ts";
import { newSecret, sha256 } from "../crypto/hash.ts";
import { gateway } from "../db/database.ts";

const prefix = "arbo_";

export const isApiToken = (token: string): boolean => token.startsWith(prefix);

/** Creates a new API token. @param secret 43 unguessable letters, digits, - and _. */
export const newApiToken = (secret = newSecret()): string => prefix + secret;

/**
 * Looks up the user of an API token.
 * @throws Problem of kind `unauthenticated` when the token is unknown, revoked or expired.
 */
export async function callerByApiToken(
  token: string,
): Promise<{ userId: string; apiToken: { id: number; mayWrite: boolean } }> {
  const [found] = await gateway().unsafe<{ id: string; user_id: string; may_write: boolean }[]>(
    "select id, user_id, may_write from private.authenticate_api_token($1::text)",
    [sha256(token)],
  );
  if (!found) throw new Problem("unauthenticated", "This API token is unknown, expired or revoked.");
  return { userId: found.user_id, apiToken: { id: Number(found.id), mayWrite: found.may_write } };
}
