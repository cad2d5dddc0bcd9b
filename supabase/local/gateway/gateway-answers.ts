/** The gateway's own answers, in the shape that the product's calls have (design of the API: status, message, details). */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Outcome } from "#shared/calls/outcomes.ts";

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(JSON.stringify(body));
}

/** Who asks, as each proxy on the way saw it; this one saw the last. */
export const forwardedFor = ({ headers, socket }: IncomingMessage): string =>
  [headers["x-forwarded-for"], socket.remoteAddress].filter(Boolean).join(", ");

const problems = new WeakMap<ServerResponse, string>();

/** The request id under which the gateway itself has answered; undefined where the answer is another part's. */
export const ownProblem = (response: ServerResponse): string | undefined => problems.get(response);

/**
 * Answers with a sentence, under a request id that the log has as well. An answer that has begun is broken off.
 * @param outcome What became of what the request was to save; left out where it was to save nothing.
 * @returns The request id.
 */
export function sendProblem(
  response: ServerResponse,
  status: number,
  message: string,
  outcome?: Outcome,
): string {
  const requestId = randomUUID();
  problems.set(response, requestId);
  if (response.headersSent) {
    response.destroy();
    return requestId;
  }
  response.setHeader("x-request-id", requestId);
  const mark = outcome ? { outcome } : {};
  sendJson(response, status, {
    status: "error",
    message,
    details: [{ message }],
    request_id: requestId,
    ...mark,
  });
  return requestId;
}
