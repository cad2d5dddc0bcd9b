/** Keys of the cached lists of the user's own sessions and API tokens. */
import { queryClient } from "../../lib/http/query-client.ts";

export const sessionsKey = ["own access", "sessions"];
export const tokensKey = ["own access", "tokens"];

/** Reloads the lists of sessions and API tokens, because a password change ends all tokens and all other sessions. */
export const reloadOwnAccess = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["own access"] });
