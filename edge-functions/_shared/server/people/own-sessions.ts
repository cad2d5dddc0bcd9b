/** A user's own sessions: lists them, and ends one or all. */
import type { OwnSession } from "../../contracts/signing-in.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { writePeople } from "./people-changes.ts";

export async function listOwnSessions(caller: Caller): Promise<OwnSession[]> {
  const [row] = await asCaller(
    caller,
    (tx) => tx<{ sessions: OwnSession[] }[]>`select private.own_sessions() as sessions`,
  );
  return row?.sessions ?? [];
}

/** Ends one of the caller's sessions. @throws Problem of kind `not_found`. */
export async function endOwnSession(caller: Caller, id: string): Promise<void> {
  await writePeople(caller, (tx) => tx`select private.end_own_session(${id}::text::uuid)`);
}

/** Ends all sessions and API tokens of the caller. */
export async function endOwnSessions(caller: Caller): Promise<void> {
  await writePeople(caller, (tx) => tx`select private.end_own_sessions()`);
}
