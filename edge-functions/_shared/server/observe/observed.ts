/** Logs and measures every request to a function. */
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { dashboardNames } from "../../charts/figures/types.ts";
import { recordByPath } from "../../records/index.ts";
import { dropdownLists } from "../../records/vocabulary/types.ts";
import { logRequest, setLogName } from "./log.ts";
import { countRequest } from "./metrics.ts";
import { type RequestNotes, withNotes } from "./request.ts";

/** Returns the middleware that logs and measures requests. @param name Name of the function in log lines. */
export function observeRequests(name: string): MiddlewareHandler<{ Variables: { requestId: string } }> {
  setLogName(name);
  return async (c, next) => {
    const began = performance.now();
    const requestId = crypto.randomUUID();
    c.set("requestId", requestId);
    const request: RequestNotes = {
      requestId,
      callerId: null,
      apiTokenId: null,
      rows: 0,
      problem: null,
      saves: false,
      isRepeatable: false,
      write: null,
      outcome: "nothing",
      sent: null,
      waited: 0,
    };
    await withNotes(request, next);
    // Don't log or measure requests to /pulse, because the local stack sends one every second.
    if (c.req.path.endsWith("/pulse")) return;
    const { status } = c.res;
    const end = () => {
      const milliseconds = performance.now() - began;
      const { callerId, apiTokenId, rows, problem } = request;
      const { method, route } = routeOf(c);
      countRequest({ method, route, status, seconds: milliseconds / 1000, rows, problem });
      logRequest({
        request_id: requestId,
        call: callOf(c),
        caller: callerId,
        ...(apiTokenId === null ? {} : { api_token: apiTokenId }),
        status,
        milliseconds: Math.round(milliseconds),
        rows,
        ...(problem ? { problem } : {}),
      });
    };
    if (request.sent) void request.sent.then(end);
    else end();
  };
}

/** Returns the matched route pattern, prefixed with the function's public path; null if no route matched. */
function routeOf(c: Context): { method: string; route: string | null } {
  const { method = "ALL", path = "*" } = matchedRoutes(c)[c.req.routeIndex] ?? {};
  return { method, route: method === "ALL" ? null : path.replace(/^\/functions\/v1/, "") };
}

/**
 * Returns the method and the path pattern of a request. Shows the value of a path parameter only if it is a known name,
 * never an id or user input.
 */
export function callOf(c: Context): string {
  const { method, route } = routeOf(c);
  if (route === null) return "no such call";
  const named = route.replace(/:(\w+)/g, (unnamed, parameter: string) => {
    const value = c.req.param(parameter) ?? "";
    return isNameOfList(value) ? value : unnamed;
  });
  return `${method} ${named}`;
}

const isNameOfList = (value: string): boolean =>
  recordByPath(value) !== undefined || [...dropdownLists, ...dashboardNames].some((name) => name === value);
