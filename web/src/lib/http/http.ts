/**
 * Requests to the API at the app's own origin. Sends and receives JSON, adds the access token, and renews the token
 * once after a 401. Each write gets an Idempotency-Key, so that a repeated write is not saved twice.
 * @throws ApiProblem for every unsuccessful response; status 0 if the server can't be reached.
 */

import { savesSomething } from "#shared/calls/outcomes.ts";
import type { AnswerOf, BodyOf, ParametersOf, QueryOf, Route } from "#shared/contracts/index.ts";
import { versionHeader } from "#shared/version.ts";
import { type Session, storedSession } from "../secrets/stored-session.ts";
import {
  checkConnection,
  connection,
  isForeign,
  markServerUnreachable,
  noteResponse,
  parseBody,
} from "./connection.ts";
import { ApiProblem, problemFrom, unknownOutcome } from "./problem.ts";
import { clearSession, hasIdleEnded, isEnding, isIdleEndDue, sessionUserId, userIdOf } from "./session.ts";
import { freshSession, renewSession } from "./session-renewal.ts";
import { noteApiVersion } from "./versions.ts";
import { closeWrite, openWrite } from "./write-key.ts";

/** Window event when the session ends while the user is working. `detail` is the reason, if known. */
export const signedOutEvent = "arbo:signed-out";
export type SignedOutReason = "idle" | "elsewhere" | null;

export interface CallOptions<R extends Route> {
  /** Values for the names in braces in the route, such as `path` for "{path}". */
  at?: Readonly<Record<ParametersOf<R>, string>>;
  query?: QueryOf<R>;
  signal?: AbortSignal | undefined;
}

/**
 * Calls an endpoint as its contract describes it.
 * @param route Method and path as in the contract: "POST /api/auth/login".
 */
export async function call<R extends Route>(
  route: R,
  body?: BodyOf<R>,
  { at, query, signal }: CallOptions<R> = {},
): Promise<AnswerOf<R>> {
  const [method = "", pattern = ""] = route.split(" ");
  const named = (name: string): string => encodeURIComponent((at as Record<string, string>)[name] ?? "");
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => named(name)) + asked(query ?? {});
  const saves = savesSomething(method, path.split("?")[0] ?? "");
  const text = body === undefined ? undefined : JSON.stringify(body);
  // Requests of an import or bulk action get no Idempotency-Key, because their import id and batch number already
  // identify them.
  const act = saves && !(query && "import_id" in query) ? [method, path, text].join(" ") : null;
  const request: Sent = { method, path, text, saves, key: act && openWrite(act), signal };
  const isPasswordChange = route === "PUT /api/auth/password";
  const session =
    isEnding() && route !== "POST /api/auth/logout" ? null : await freshSession(isPasswordChange);
  if (session && isIdleEndDue()) throw unreached(false);
  let answer = await send(request, session);
  if (answer.status === 401 && session) {
    const renewed = await renewSession(session, isPasswordChange);
    if (renewed) answer = await send(request, renewed);
    // The tokens were not renewed because the server can't be reached. The session may still be valid.
    else if (connection().lost && storedSession()) throw unreached(false);
    if (answer.status === 401) endSessionOf(userIdOf(session));
  } else if (answer.status === 401) announceSignedOut(hasIdleEnded() ? "idle" : null);
  const problem = answer.ok
    ? null
    : problemFrom(answer.status, answer.parsed, saves, answer.headers.get("retry-after"));
  if (act && problem?.outcome !== "unknown") closeWrite(act);
  if (problem) throw problem;
  return answer.parsed as AnswerOf<R>;
}

function asked(query: object): string {
  const text = String(new URLSearchParams(Object.entries(query)));
  return text && `?${text}`;
}

export const announceSignedOut = (reason: SignedOutReason): boolean =>
  window.dispatchEvent(new CustomEvent(signedOutEvent, { detail: reason }));

/** True if this browser stores the session of another user than the given one. */
export const isOtherUserSignedIn = (userId: string): boolean => !["", userId].includes(sessionUserId());

/** Ends the session of a user after the server rejected its tokens. Does nothing if another user has signed in. */
export function endSessionOf(userId: string): void {
  if (isOtherUserSignedIn(userId)) return;
  clearSession();
  announceSignedOut(null);
}

interface Sent {
  method: string;
  path: string;
  /** Request body as JSON text. */
  text: string | undefined;
  /** True if the request saves data. */
  saves: boolean;
  /** Value of the Idempotency-Key header. */
  key: string | null;
  signal: AbortSignal | undefined;
}

/** A response of the server, with its parsed body. */
type Answer = Response & { parsed: unknown };

/** @throws ApiProblem if the server can't be reached, or if the response is not from the server. */
async function send(
  { method, path, text, saves, key, signal }: Sent,
  session: Session | null,
): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (text !== undefined) headers["content-type"] = "application/json";
  if (session) headers.authorization = `Bearer ${session.access_token}`;
  if (key !== null) headers["idempotency-key"] = key;
  let answer: Answer;
  try {
    const response = await fetch(path, {
      method,
      headers,
      credentials: "include",
      ...{ body: text, signal },
    });
    answer = Object.assign(response, { parsed: parseBody(await response.text()) });
  } catch (problem) {
    if (signal?.aborted) throw problem;
    markServerUnreachable();
    throw unreached(saves);
  }
  if (isForeign(answer.status, answer.parsed)) {
    await checkConnection();
    throw unreached(saves, 502);
  }
  noteResponse(answer.status);
  noteApiVersion(answer.headers.get(versionHeader));
  return answer;
}

/**
 * Creates the error for a request that got no response from the server.
 * @param saves True if the request was meant to save data.
 */
const unreached = (saves: boolean, status = 0): ApiProblem =>
  saves
    ? unknownOutcome(status)
    : new ApiProblem(status, "The server cannot be reached. Check the connection and try again.");
