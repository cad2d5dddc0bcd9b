/** Forwards a request to an edge function. Streams the body of the request and the body of the response. */
import { type Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { lostResponseMessage, type Outcome, savesSomething } from "#shared/calls/outcomes.ts";
import { loopback } from "../common/settings.ts";
import { compressorFor } from "./compress-response.ts";
import { forwardedFor, sendProblem } from "./gateway-responses.ts";

/**
 * Time limit in milliseconds of a function: for starting its response to a complete request, and between two reads of
 * the request body. Longer than the time limit of any SQL statement.
 */
const responseTimeout = 100_000;

/** Forwards the request to `path` on `port`. The promise resolves when the response is complete or has failed. */
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
    let isWhole = false;
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    onward.once("response", (answer) => {
      clearTimeout(late);
      // Do not pass on connection headers. They apply only to the connection between gateway and function, not to the
      // connection with the client.
      const { connection: _connection, "keep-alive": _keepAlive, ...answerHeaders } = answer.headers;
      const gzip = compressorFor(request, answer);
      if (gzip) {
        delete answerHeaders["content-length"];
        const vary = [answerHeaders.vary, "accept-encoding"].filter(Boolean).join(", ");
        Object.assign(answerHeaders, { "content-encoding": "gzip", vary });
        gzip.once("error", () => response.destroy());
        response.once("close", () => gzip.destroy());
      }
      response.writeHead(answer.statusCode ?? 502, answerHeaders);
      (gzip ? answer.pipe(gzip) : answer).pipe(response);
      answer.once("end", () => {
        isWhole = true;
        done();
      });
      answer.once("error", () => {
        response.destroy();
        done();
      });
    });
    onward.once("error", ({ message }) => {
      // Ignore an error after the whole response has arrived: only the rest of the request body was lost, and the
      // function did not need it.
      if (!response.destroyed && !response.writableEnded && !isWhole)
        sendLoss(message === "late", request, onward, response);
      done();
    });
    response.once("close", () => onward.destroy());
    // Restart the time limit whenever data arrives, because the client may have a slow connection. If the function
    // stops reading, no more data arrives here and the limit is reached. If the client stops sending, watchBody ends
    // the request.
    for (const event of ["data", "end"]) request.on(event, () => late.refresh());
    request.pipe(onward);
  });
}

/**
 * Sends an error for a request whose response was lost. The error says whether the request may have saved something
 * (`outcome`). A function acts only on complete requests, so an incomplete request has saved nothing.
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
