/**
 * The shape of every answer (design section 4), and what all functions share: request ids, safe headers, one place that
 * turns whatever was thrown into a problem. What nobody foresaw becomes a 500 that tells only its request id; the
 * reason goes to the log under that id.
 */
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { lostAnswer } from "../../calls/outcomes.ts";
import { Problem, type ProblemDetail } from "../../contracts/problems.ts";
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

/** A problem that tells when to try again. */
export class WaitProblem extends Problem {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super("too_many", message);
    this.seconds = seconds;
  }
}

export const noSuchCall = (c: Context): Problem =>
  new Problem("not_found", `There is no call ${c.req.method} ${c.req.path}.`);

/** `{status:"success", data, …more}` */
export function success(c: AppContext, data: unknown, more: Record<string, unknown> = {}): Response {
  if (Array.isArray(data)) noteRows(data.length);
  return c.json({ status: "success", data, ...more });
}

/** The same, where Postgres has already written the data as JSON: it is passed on unread. */
export function successJson(c: AppContext, data: string, more: Record<string, unknown> = {}): Response {
  const rest = JSON.stringify(more).slice(1, -1);
  return c.body(`{"status":"success","data":${data}${rest ? `,${rest}` : ""}}`, 200, {
    "content-type": "application/json",
  });
}

/**
 * The client's address, as the outermost trusted proxy saw it. A call that did not come through them, such as one to
 * Supabase's own name, lacks their secret: its address is the one that Supabase's edge saw.
 */
export function addressOf(c: AppContext): string {
  const { proxies, proxySecret } = serverSettings();
  const proven = proxySecret !== undefined && isSameSecret(c.req.header(proxyHeader) ?? "", proxySecret);
  return callerAddress(c.req.header("x-forwarded-for"), proven ? proxies : 0);
}

/**
 * The answer to a call that was refused or failed.
 * @param more What goes along with it.
 */
export function problemAnswer(c: AppContext, error: unknown, more: Record<string, unknown> = {}): Response {
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
 * A failure says what became of what the call was to save. The sentence for an error of the database knows only its own
 * transaction. @param own The call itself says in words what it did.
 */
function failureBody({ kind, message, details }: Problem, own: boolean) {
  const { saves = false, outcome = "nothing", isRepeatable = false } = notes() ?? {};
  if (!saves || outcome === "nothing") return { ...body(message, details), outcome: "nothing" };
  if (own && kind === "internal") return { ...body(message, details), outcome };
  const reason =
    kind === "internal" ? "Something went wrong on our side." : "A part of the system does not answer.";
  return { ...body(lostAnswer(reason, outcome, isRepeatable), []), outcome };
}

const body = (message: string, details: readonly ProblemDetail[]) => ({
  status: "error",
  message,
  // There is always a first detail, because the import shows it (spec section 8).
  details: details.length > 0 ? fewOfEach(details) : [{ message }],
});

/** Details of an answer, and of one record in it, at most. */
const mostDetails = 5000;
const [fewestOfRecord, mostOfRecord] = [10, 100];

/** Names every record that is wrong, each with its first details. */
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

/** Has what fails beside a call that stands logged: it is not answered. */
export const logged = (c: AppContext) => (error: unknown) => logFailure(error, c.get("requestId"), callOf(c));
