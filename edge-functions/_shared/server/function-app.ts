/** Behavior that all functions share: path prefixes, request ids, security headers, metrics and error responses. */
import { Hono } from "hono";
import { metricsOf } from "../contracts/health.ts";
import { version, versionHeader } from "../version.ts";
import { serve } from "./calls/serve.ts";
import { admitToMetrics, metricsType } from "./health/metrics-call.ts";
import { drainBody } from "./http/body.ts";
import { type AppVariables, errorResponse, noSuchEndpoint } from "./http/responses.ts";
import { ownMetrics } from "./observe/metrics.ts";
import { observeRequests } from "./observe/observed.ts";

/**
 * Builds an app that serves `routes` under its public path, and under the path that Supabase gives to functions.
 * @param name First segment of the path: api, charts or dropdown.
 * @param metrics Returns the function's metrics.
 */
export function functionApp(
  name: string,
  routes: Hono<AppVariables>,
  metrics: (authorization: string | undefined) => string | Promise<string> = () => ownMetrics(name),
): Hono<AppVariables> {
  const own = new Hono<AppVariables>();
  serve(own, metricsOf(name), async ({ c, authorization }) => {
    await admitToMetrics(authorization);
    return c.body(await metrics(authorization), 200, { "content-type": metricsType });
  });
  const app = new Hono<AppVariables>();
  app.use(observeRequests(name), async (c, next) => {
    await next();
    if (!(await drainBody(c.req.raw))) c.header("connection", "close");
    c.header("x-request-id", c.get("requestId"));
    c.header(versionHeader, version);
    // Responses must not be cached, except the API description, which sets its own Cache-Control header.
    if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
    c.header("x-content-type-options", "nosniff");
  });
  for (const path of [`/${name}`, `/functions/v1/${name}`]) app.route(path, own).route(path, routes);
  app.notFound((c) => errorResponse(c, noSuchEndpoint(c)));
  app.onError((error, c) => errorResponse(c, error));
  return app;
}
