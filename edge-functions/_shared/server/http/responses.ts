/**
 * Builds the responses of the API (design section 4). Only this file converts exceptions to problems. An unexpected
 * error becomes a 500 with only its request id; the log has the cause under that id.
 */
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { lostResponseMessage } from "../../calls/outcomes.ts";
import { Problem, type ProblemDetail } from "../../contracts/base/problems.ts";
import { callerAddress, proxyHeader } from "../../rules/caller-address.ts";
import { isSameSecret } from "../crypto/secret.ts";
import { databaseProblem } from "../db/database-problems.ts";
import { serverSettings } from "../environment/settings.ts";
import { logFailure } from "../observe/log.ts";
import { callOf } from "../observe/observed.ts";
import { noteRows, notes } from "../observe/request.ts";

export interface AppVariables {
  Variables: { requestId: string };
}

export type AppContext = Context<AppVariables>;

/** A refusal that tells the client when to retry. */
export class WaitProblem extends Problem {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super("too_many", message);
    this.seconds = seconds;
  }
}

export const noSuchEndpoint = (c: Context): Problem =>
  new Problem("not_found", `There is no endpoint ${c.req.method} ${c.req.path}.`);

/** Builds the response `{status:"success", data, …more}`. */
export function success(c: AppContext, data: unknown, more: Record<string, unknown> = {}): Response {
  if (Array.isArray(data)) noteRows(data.length);
  return c.json({ status: "success", data, ...more });
}

/** Like `success`, for data that Postgres has already serialized as JSON, which is not parsed here. */
export function successJson(c: AppContext, data: string, more: Record<string, unknown> = {}): Response {
  const rest = JSON.stringify(more).slice(1, -1);
  return c.body(`{"status":"success","data":${data}${rest ? `,${rest}` : ""}}`, 200, {
    "content-type": "application/json",
  });
}

/**
 * Returns the client's IP address, as the outermost trusted proxy saw it. A request that bypassed the proxies, for
 * example by Supabase's own host name, lacks the proxies' secret. In that case, returns the IP address that Supabase's
 * edge saw.
 */
export function addressOf(c: AppContext): string {
  const { proxies, proxySecret } = serverSettings();
  const proven = proxySecret !== undefined && isSameSecret(c.req.header(proxyHeader) ?? "", proxySecret);
  return callerAddress(c.req.header("x-forwarded-for"), proven ? proxies : 0);
}

/**
 * Builds the response to a refused or failed request.
 * @param more Further fields of the response.
 */
export function errorResponse(c: AppContext, error: unknown, more: Record<string, unknown> = {}): Response {
  const requestId = c.get("requestId");
  const problem = error instanceof Problem ? error : databaseProblem(error);
  const request = notes();
  if (request) request.problem = problem.kind;
  if (problem.status >= 500) {
    logFailure(error, requestId, callOf(c));
    const answer = { ...failureBody(problem, error === problem), request_id: requestId, ...more };
    return c.json(answer, problem.status as ContentfulStatusCode);
  }
  if (problem instanceof WaitProblem) c.header("retry-after", String(problem.seconds));
  if (problem.kind === "unauthenticated") c.header("www-authenticate", "Bearer");
  return c.json(body(problem.message, problem.details), problem.status as ContentfulStatusCode);
}

/**
 * Builds the body of a failed response. Adds the outcome of the save: `nothing` was saved, or the outcome is `unknown`.
 * A database error can't state this outcome, because it knows only its own transaction.
 * @param own True if the problem's own message already states the outcome.
 */
function failureBody({ kind, message, details }: Problem, own: boolean) {
  const { saves = false, outcome = "nothing", isRepeatable = false } = notes() ?? {};
  if (!saves || outcome === "nothing") return { ...body(message, details), outcome: "nothing" };
  if (own && kind === "internal") return { ...body(message, details), outcome };
  const reason =
    kind === "internal" ? "Something went wrong on our side." : "A part of the system does not answer.";
  return { ...body(lostResponseMessage(reason, outcome, isRepeatable), []), outcome };
}

const body = (message: string, details: readonly ProblemDetail[]) => ({
  status: "error",
  message,
  // Always send at least one detail, because the import screen shows the first detail (spec section 8).
  details: details.length > 0 ? fewOfEach(details) : [{ message }],
});

/**
 * Maximum number of details in a response. The details are divided equally among the records with errors. Each of these
 * records gets at least `fewestOfRecord` and at most `mostOfRecord` details.
 */
const mostDetails = 5000;
const [fewestOfRecord, mostOfRecord] = [10, 100];

/**
 * Limits the number of details per record, so that a record with many errors leaves room for the errors of other
 * records.
 */
function fewOfEach(details: readonly ProblemDetail[]): readonly ProblemDetail[] {
  if (details.length <= fewestOfRecord) return details;
  const records = new Set(details.map(({ index }) => index)).size;
  const most = Math.max(fewestOfRecord, Math.min(mostOfRecord, Math.floor(mostDetails / records)));
  const counts = new Map<number | undefined, number>();
  return details.filter(({ index }) => {
    const count = (counts.get(index) ?? 0) + 1;
    counts.set(index, count);
    return count <= most;
  });
}

/** Returns a handler that logs a failure of secondary work, which doesn't change the response. */
export const failureLogger = (c: AppContext) => (error: unknown) =>
  logFailure(error, c.get("requestId"), callOf(c));
