/** Forwards a request to a function and streams both bodies. */
import { type Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { lostResponseMessage, type Outcome, savesSomething } from "#shared/calls/outcomes.ts";
import { loopback } from "../common/settings.ts";
import { forwardedFor, sendProblem } from "./gateway-responses.ts";

/**
 * A function must start its response within this number of milliseconds. The limit is longer than the time limit of
 * any statement.
 */
const responseTimeout = 100_000;

/** Resolves when the response is complete or has failed. */
export function forwardTo(
  agent: Agent,
  port: number,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return new Promise<void>((resolve) => {
    // Do not forward the header Expect, because the gateway has already sent "100 Continue".
    const { expect: _answered, ...asked } = request.headers;
    const headers = { ...asked, "x-forwarded-for": forwardedFor(request) };
    const onward = httpRequest({ host: loopback, port, path, method: request.method, headers, agent });
    const late = setTimeout(() => onward.destroy(new Error("late")), responseTimeout);
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    onward.once("response", (answer) => {
      clearTimeout(late);
      // Connection headers apply to the function's connection only; the gateway manages the client's connection
      // itself.
      const { connection: _connection, "keep-alive": _keepAlive, ...answerHeaders } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, answerHeaders);
      answer.pipe(response);
      answer.once("end", done);
      answer.once("error", () => {
        response.destroy();
        done();
      });
    });
    onward.once("error", ({ message }) => {
      // An error after the response was forwarded concerns the rest of the request body, which is no longer needed.
      if (!response.destroyed && !response.writableEnded)
        sendLoss(message === "late", request, onward, response);
      done();
    });
    response.once("close", () => onward.destroy());
    request.pipe(onward);
  });
}

/**
 * Sends an error with the outcome of a request whose response was lost. A function only acts on complete requests, so
 * an incomplete request saved nothing.
 */
function sendLoss(
  late: boolean,
  request: IncomingMessage,
  onward: ReturnType<typeof httpRequest>,
  response: ServerResponse,
): void {
  const [status, reason] = late
    ? ([504, "The response took too long."] as const)
    : ([502, "The response was interrupted."] as const);
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const saves = savesSomething(request.method ?? "", path);
  const isRepeatable = "idempotency-key" in request.headers || query.includes("import_id=");
  const outcome: Outcome = saves && request.complete && onward.writableEnded ? "unknown" : "nothing";
  sendProblem(response, status, lostResponseMessage(reason, outcome, isRepeatable), outcome);
}
