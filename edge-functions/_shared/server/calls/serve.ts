/**
 * Serves an endpoint as its contract describes it. The checks run in this order: who calls (401), whether the endpoint
 * exists (404), whether the caller may use the endpoint (403), whether the request is valid (400). In another order, a
 * response could reveal more than the caller may know.
 */
import type { Hono } from "hono";
import type { BodyOf, Call, QueryOf } from "../../contracts/base/call.ts";
import { readIdempotencyKey } from "../access/keyed-write.ts";
import { admitSensitive } from "../access/sensitive.ts";
import { type Caller, callerFrom, personFrom } from "../access/token.ts";
import { readsFigures, refreshFigures } from "../figures/refresh.ts";
import { readsUnusualValues, refreshUnusualValues } from "../figures/refresh-unusual.ts";
import { isForm } from "../http/form-parts.ts";
import { queueLargeBody } from "../http/large-bodies.ts";
import type { AppContext, AppVariables } from "../http/responses.ts";
import { readBody, readQuery } from "./read-body.ts";

/** Null for an open endpoint, which needs no sign-in. */
type CallerOf<C extends Call> = C extends { open: true } ? null : Caller;

export interface Request<C extends Call> {
  c: AppContext;
  caller: CallerOf<C>;
  /** The request's Authorization header, if it has one, also for endpoints that need no sign-in. */
  authorization: string | undefined;
  body: BodyOf<C>;
  /** The body before the contract's schema parses it: `rawBody` as plain JSON, `text` as text. */
  rawBody: unknown;
  text: string;
  query: QueryOf<C>;
}

/** Checks whether the caller may use the endpoint. @throws Problem of kind `not_found`, `refused`. */
export type Admission = (caller: Caller, c: AppContext) => unknown;

type Work<C extends Call> = (request: Request<C>) => Promise<Response> | Response;

/**
 * Adds the route of an endpoint.
 * @param work Handles the request of an admitted caller.
 * @param admit Check of who may use the endpoint; by default every signed-in user.
 */
export function serve<C extends Call>(
  routes: Hono<AppVariables>,
  contract: C,
  work: Work<C>,
  admit?: Admission,
): void {
  // Remove the function's name from the contract's path, because `functionApp` adds it to all routes.
  const pattern = contract.path.replace(/^\/\w+/, "").replace(/\{(\w+)\}/g, ":$1");
  routes.on(contract.method, pattern, async (c) => {
    const caller = await callerOf(c, contract);
    if (caller) await admit?.(caller, c);
    return answer(c, contract, caller as CallerOf<C>, work);
  });
}

/** Reads the request and runs its handler. */
export async function answer<C extends Call>(
  c: AppContext,
  contract: C,
  caller: CallerOf<C>,
  work: Work<C>,
): Promise<Response> {
  const query = readQuery(c, contract);
  const read = async () => {
    const sent = await readBody(c, contract);
    if (caller) readIdempotencyKey(c, contract, sent.text);
    if (caller) await admitSensitive(caller, sent.body);
    if (readsFigures(contract, sent.text)) await refreshFigures();
    if (readsUnusualValues(contract, sent.text)) await refreshUnusualValues();
    return work({ c, caller, authorization: authorizationOf(c), query, ...sent });
  };
  // Form data doesn't wait here like other large bodies, because form-parts.ts limits the form data in memory.
  return contract.body && !isForm(c) ? queueLargeBody(c, caller?.userId ?? null, read) : read();
}

const authorizationOf = (c: AppContext): string | undefined => c.req.header("authorization");

/**
 * Returns the caller; null for an open endpoint.
 * @throws Problem of kind `unauthenticated`; of kind `refused` when an API token is used for an endpoint that only
 * people may use.
 */
export async function callerOf(
  c: AppContext,
  { open, people }: Pick<Call, "open" | "people">,
): Promise<Caller | null> {
  if (open) return null;
  return people ? personFrom(authorizationOf(c)) : callerFrom(authorizationOf(c));
}
