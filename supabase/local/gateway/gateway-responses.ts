/** Error responses of the gateway itself, in the format of the product's API: status, message and details. */
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

/**
 * Returns the x-forwarded-for value of a request: the addresses that earlier proxies added, then the address of the
 * connection.
 */
export const forwardedFor = ({ headers, socket }: IncomingMessage): string =>
  [headers["x-forwarded-for"], socket.remoteAddress].filter(Boolean).join(", ");

const problems = new WeakMap<ServerResponse, string>();

/** Returns the request id of an error that the gateway itself has sent; undefined for all other responses. */
export const ownRequestId = (response: ServerResponse): string | undefined => problems.get(response);

/**
 * Sends an error message with a request id, which recordAnswer in gateway.ts logs. If a response has already started,
 * closes the connection instead.
 * @param outcome Whether the failed request has saved something; omitted for a request that only reads.
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
