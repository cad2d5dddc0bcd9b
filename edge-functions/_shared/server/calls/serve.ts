/**
 * Serves a call as its contract describes it: the method, the path, who may call it at all, and what it takes. In this
 * order, so that nobody is told more than is theirs: who asks (401), whether there is such a call (404), whether the
 * caller may make it (403), and only then what they sent (400).
 */
import type { Hono } from "hono";
import type { BodyOf, Call, QueryOf } from "../../contracts/call.ts";
import { noteKey } from "../access/keyed-write.ts";
import { type Caller, callerFrom, personFrom } from "../access/token.ts";
import type { AppContext, AppVariables } from "../http/answers.ts";
import { isForm } from "../http/form-parts.ts";
import { inTurn } from "../http/large-bodies.ts";
import { readBody, readQuery } from "./read-body.ts";

/** Nobody is asked for by an open call. */
type CallerOf<C extends Call> = C extends { open: true } ? null : Caller;

export interface Request<C extends Call> {
  c: AppContext;
  caller: CallerOf<C>;
  /** The Authorization header, which calls that are open may look at. */
  authorization: string | undefined;
  body: BodyOf<C>;
  /** The body before it was read by the contract, and as the text that was sent. */
  rawBody: unknown;
  text: string;
  query: QueryOf<C>;
}

/** Refuses who may not make the call. @throws Problem not_found, refused. */
export type Admission = (caller: Caller, c: AppContext) => unknown;

type Work<C extends Call> = (request: Request<C>) => Promise<Response> | Response;

/**
 * Adds the route of a call.
 * @param work Answers whoever was admitted.
 * @param admit Admits whoever is signed in, unless it is said.
 */
export function serve<C extends Call>(
  routes: Hono<AppVariables>,
  contract: C,
  work: Work<C>,
  admit?: Admission,
): void {
  // The function's own name stands before all its routes.
  const pattern = contract.path.replace(/^\/\w+/, "").replace(/\{(\w+)\}/g, ":$1");
  routes.on(contract.method, pattern, async (c) => {
    const caller = await callerOf(c, contract);
    if (caller) await admit?.(caller, c);
    return answer(c, contract, caller as CallerOf<C>, work);
  });
}

/** Reads what was sent, and answers it. */
export async function answer<C extends Call>(
  c: AppContext,
  contract: C,
  caller: CallerOf<C>,
  work: Work<C>,
): Promise<Response> {
  const query = readQuery(c, contract);
  const read = async () => {
    const sent = await readBody(c, contract);
    if (caller) noteKey(c, contract, sent.text);
    return work({ c, caller, authorization: authorizationOf(c), query, ...sent });
  };
  // Forms have a room of their own (form-parts.ts).
  return contract.body && !isForm(c) ? inTurn(c, caller?.userId ?? null, read) : read();
}

const authorizationOf = (c: AppContext): string | undefined => c.req.header("authorization");

/** Who asks. @throws Problem unauthenticated; refused where a call is for people alone. */
export async function callerOf(
  c: AppContext,
  { open, people }: Pick<Call, "open" | "people">,
): Promise<Caller | null> {
  if (open) return null;
  return people ? personFrom(authorizationOf(c)) : callerFrom(authorizationOf(c));
}
