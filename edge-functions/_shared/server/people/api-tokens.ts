/** Administers a user's own API tokens. The database stores only their hashes; the token itself is returned once. */

import type { BodyOf } from "../../contracts/base/call.ts";
import type { ApiToken, createToken } from "../../contracts/signing-in.ts";
import { newApiToken } from "../access/api-token.ts";
import { asCaller } from "../access/as-caller.ts";
import { deriveKeyedSecret, runKeyedWrite, takeKeyedWrite } from "../access/keyed-write.ts";
import type { Caller } from "../access/token.ts";
import { sha256 } from "../crypto/hash.ts";
import type { Transaction } from "../db/database.ts";
import { withPassword } from "./people-access.ts";
import type { Origin } from "./sign-in.ts";

export async function listApiTokens(caller: Caller): Promise<ApiToken[]> {
  const [row] = await asCaller(
    caller,
    (tx) => tx<{ tokens: ApiToken[] }[]>`select private.own_api_tokens() as tokens`,
  );
  return row?.tokens ?? [];
}

/**
 * Creates an API token for the caller.
 * @throws Problem of kind `refused` when the password is wrong, `rule` when the user has the maximum number of tokens.
 */
export async function createApiToken(
  caller: Caller,
  { name, access, days, password }: BodyOf<typeof createToken>,
  origin: Origin,
): Promise<ApiToken & { token: string }> {
  // A repeat of the request must derive the same token again, because only the token's hash is stored.
  const token = newApiToken(deriveKeyedSecret(caller) ?? undefined);
  const keyed = takeKeyedWrite();
  const writes = String(access === "write");
  const add = (tx: Transaction) => tx<{ added: ApiToken }[]>`
    select private.create_api_token(${name}::text, ${writes}::text::boolean, ${String(days)}::text::integer,
      ${sha256(token)}::text) as added`;
  const [row] = await withPassword(caller, password, origin, async (tx) =>
    keyed ? runKeyedWrite(tx, keyed, () => add(tx)) : add(tx),
  );
  if (!row) throw new Error("The database did not store the API token.");
  return { ...row.added, token };
}

/** Revokes one of the caller's API tokens. @throws Problem of kind `not_found`. */
export async function revokeApiToken(caller: Caller, id: number): Promise<void> {
  await asCaller(caller, (tx) => tx`select private.revoke_api_token(${String(id)}::text::bigint)`, {
    write: true,
  });
}
