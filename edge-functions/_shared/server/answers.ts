/**
 * The shape of every answer (design section 4), and what all functions share: request ids, safe headers, one place that
 * turns whatever was thrown into a problem. What nobody foresaw becomes a 500 that tells only its request id; the
 * reason goes to the log as one line of JSON.
 */
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { Problem, type ProblemDetail } from "../problems.ts";
import { callerAddress } from "../rules/caller-address.ts";
import { drainBody } from "./body.ts";
import { databaseProblem } from "./database-problems.ts";
import { serverSettings } from "./settings.ts";

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

/**
 * An app that serves `routes` under its public name, and under the path that Supabase gives to functions.
 * @param name First segment of the path: api, charts or dropdown.
 */
export function functionApp(name: string, routes: Hono<AppVariables>): Hono<AppVariables> {
  const app = new Hono<AppVariables>();
  app.use(async (c, next) => {
    c.set("requestId", crypto.randomUUID());
    await next();
    await drainBody(c.req.raw);
    c.header("x-request-id", c.get("requestId"));
    c.header("cache-control", "no-store");
    c.header("x-content-type-options", "nosniff");
  });
  app.route(`/${name}`, routes);
  app.route(`/functions/v1/${name}`, routes);
  app.notFound((c) => problemAnswer(c, noSuchCall(c)));
  app.onError((error, c) => problemAnswer(c, error));
  return app;
}

export const noSuchCall = (c: Context): Problem =>
  new Problem("not_found", `There is no call ${c.req.method} ${c.req.path}.`);

/** `{status:"success", data, …more}` */
export function success(c: AppContext, data: unknown, more: Record<string, unknown> = {}): Response {
  return c.json({ status: "success", data, ...more });
}

/** The same, where Postgres has already written the data as JSON: it is passed on unread. */
export function successJson(c: AppContext, data: string, more: Record<string, unknown> = {}): Response {
  const rest = JSON.stringify(more).slice(1, -1);
  return c.body(`{"status":"success","data":${data}${rest ? `,${rest}` : ""}}`, 200, {
    "content-type": "application/json",
  });
}

/** The client's address, as the outermost trusted proxy saw it. */
export const addressOf = (c: AppContext): string =>
  callerAddress(c.req.header("x-forwarded-for"), serverSettings().proxies);

function problemAnswer(c: AppContext, error: unknown): Response {
  const requestId = c.get("requestId");
  const problem = error instanceof Problem ? error : databaseProblem(error);
  if (problem.status >= 500) {
    logFailure(error, requestId, `${c.req.method} ${c.req.path}`);
    const answer = { ...body(problem.message, problem.details), request_id: requestId };
    return c.json(answer, problem.status as ContentfulStatusCode);
  }
  if (problem instanceof WaitProblem) c.header("retry-after", String(problem.seconds));
  if (problem.kind === "unauthenticated") c.header("www-authenticate", "Bearer");
  return c.json(body(problem.message, problem.details), problem.status as ContentfulStatusCode);
}

const body = (message: string, details: readonly ProblemDetail[]) => ({
  status: "error",
  message,
  // There is always a first detail, because the import shows it (spec section 8).
  details: details.length > 0 ? details : [{ message }],
});

/** One line of JSON. Neither bodies nor tokens nor parameters are logged: they hold personal data. */
export function logFailure(error: unknown, requestId: string, call: string): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  console.error(JSON.stringify({ level: "error", request_id: requestId, call, code, message, stack }));
}
