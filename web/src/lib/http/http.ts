/**
 * Calls to our own origin: JSON in and out, the caller's token, one renewal when the token has ended.
 *
 * @throws ApiProblem for every answer that is not a success, and when the server cannot be reached (status 0).
 */
import type { AnswerOf, BodyOf, ParametersOf, QueryOf, Route } from "#shared/contracts/index.ts";
import { noteAnswer, noteLoss } from "./connection.ts";
import { ApiProblem, problemFrom } from "./problem.ts";
import { clearSession, freshSession, hasIdled, renewSession, type Session } from "./session.ts";

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
  let session = await freshSession();
  let answer = await send(method, path, body, session, signal);
  if (answer.status === 401 && session) {
    session = await renewSession(session);
    if (session) answer = await send(method, path, body, session, signal);
    if (answer.status === 401) clearSession();
  }
  if (answer.status === 401) announceSignedOut(hasIdled() ? "idle" : null);
  const parsed = await readJson(answer);
  if (!answer.ok) throw problemFrom(answer.status, parsed);
  return parsed as AnswerOf<R>;
}

function asked(query: object): string {
  const text = String(new URLSearchParams(Object.entries(query)));
  return text && `?${text}`;
}

export const announceSignedOut = (reason: SignedOutReason): boolean =>
  window.dispatchEvent(new CustomEvent(signedOutEvent, { detail: reason }));

async function send(
  method: string,
  path: string,
  body: unknown,
  session: Session | null,
  signal?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (session) headers.authorization = `Bearer ${session.access_token}`;
  try {
    const answer = await fetch(path, {
      method,
      headers,
      credentials: "include",
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
    noteAnswer();
    return answer;
  } catch (problem) {
    if (signal?.aborted) throw problem;
    noteLoss();
    throw new ApiProblem(0, "The server cannot be reached. Check the connection and try again.");
  }
}

async function readJson(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
