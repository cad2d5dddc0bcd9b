/**
 * Personal API tokens, by which another program uses the API as somebody: a prefix by which they are known, and 256 random
 * bits. The database keeps their hashes.
 */
import { Problem } from "../../contracts/problems.ts";
import { newSecret, sha256 } from "../crypto/hash.ts";
import { gateway } from "../db/database.ts";

const prefix = "arbo_";

export const isApiToken = (token: string): boolean => token.startsWith(prefix);

/** @param secret 43 letters, digits, - and _ that cannot be guessed. */
export const newApiToken = (secret = newSecret()): string => prefix + secret;

/** @throws Problem unauthenticated when the token is unknown, revoked or past its day. */
export async function callerByApiToken(
  token: string,
): Promise<{ userId: string; apiToken: { id: number; mayWrite: boolean } }> {
  const [found] = await gateway().unsafe<{ id: string; user_id: string; may_write: boolean }[]>(
    "select id, user_id, may_write from private.use_api_token($1::text)",
    [sha256(token)],
  );
  if (!found) throw new Problem("unauthenticated", "This API token is not known, or has ended.");
  return { userId: found.user_id, apiToken: { id: Number(found.id), mayWrite: found.may_write } };
}
