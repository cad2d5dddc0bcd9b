/**
 * Calls to our own origin: JSON in and out, the caller's token, one renewal when the token has ended, and a key for each
 * write, so that a repeat saves nothing twice.
 *
 * @throws ApiProblem for every answer that is not a success, and when the server cannot be reached (status 0).
 */

import { savesSomething } from "#shared/calls/outcomes.ts";
import type { AnswerOf, BodyOf, ParametersOf, QueryOf, Route } from "#shared/contracts/index.ts";
import { noteAnswer, noteLoss } from "./connection.ts";
import { ApiProblem, problemFrom, unknownOutcome } from "./problem.ts";
import { clearSession, freshSession, hasIdled, renewSession, type Session } from "./session.ts";
import { closeWrite, openWrite } from "./write-key.ts";

/** Raised on the window when the session has ended while somebody was working; the detail says why, where it is known. */
export const signedOutEvent = "arbo:signed-out";
export type SignedOutReason = "idle" | "elsewhere" | null;

export interface CallOptions<R extends Route> {
  /** What stands for the names in braces of the route. */
  at?: Readonly<Record<ParametersOf<R>, string>>;
  query?: QueryOf<R>;
  signal?: AbortSignal | undefined;
}

/** Makes a call as its contract describes it. @param route As the contract names it: "POST /api/auth/login". */
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
  // A step of an import or of an act on many rows has its own name.
  const act = saves && !(query && "import_id" in query) ? [method, path, text].join(" ") : null;
  const request: Sent = { method, path, text, saves, key: act && openWrite(act), signal };
  let session = await freshSession();
  let answer = await send(request, session);
  if (answer.status === 401 && session) {
    session = await renewSession(session);
    if (session) answer = await send(request, session);
    if (answer.status === 401) clearSession();
  }
  if (answer.status === 401) announceSignedOut(hasIdled() ? "idle" : null);
  const parsed = await readJson(answer, saves);
  const problem = answer.ok ? null : problemFrom(answer.status, parsed, saves);
  if (act && problem?.outcome !== "unknown") closeWrite(act);
  if (problem) throw problem;
  return parsed as AnswerOf<R>;
}

function asked(query: object): string {
  const text = String(new URLSearchParams(Object.entries(query)));
  return text && `?${text}`;
}

export const announceSignedOut = (reason: SignedOutReason): boolean =>
  window.dispatchEvent(new CustomEvent(signedOutEvent, { detail: reason }));

interface Sent {
  method: string;
  path: string;
  /** The body as JSON. */
  text: string | undefined;
  /** Whether the call saves something. */
  saves: boolean;
  /** The Idempotency-Key. */
  key: string | null;
  signal: AbortSignal | undefined;
}

async function send(
  { method, path, text, saves, key, signal }: Sent,
  session: Session | null,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (text !== undefined) headers["content-type"] = "application/json";
  if (session) headers.authorization = `Bearer ${session.access_token}`;
  if (key !== null) headers["idempotency-key"] = key;
  try {
    const answer = await fetch(path, {
      method,
      headers,
      credentials: "include",
      ...{ body: text, signal },
    });
    noteAnswer();
    return answer;
  } catch (problem) {
    if (signal?.aborted) throw problem;
    noteLoss();
    throw saves
      ? unknownOutcome(0)
      : new ApiProblem(0, "The server cannot be reached. Check the connection and try again.");
  }
}

/** @throws ApiProblem where the answer of a call that saves breaks off. */
async function readJson(answer: Response, saves: boolean): Promise<unknown> {
  const text = await answer.text().catch((problem: unknown) => {
    throw saves ? unknownOutcome(0) : problem;
  });
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
