/** Passes a request through to a function, body and answer streamed. */
import { type Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { lostAnswer, type Outcome, savesSomething } from "#shared/calls/outcomes.ts";
import { loopback } from "../common/settings.ts";
import { forwardedFor, sendProblem } from "./gateway-answers.ts";

/** Milliseconds until a function must have begun to answer: longer than any statement of its own may take. */
const answerPatience = 100_000;

/** Resolves when the answer is through, whatever became of it. */
export function forwardTo(
  agent: Agent,
  port: number,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  return new Promise<void>((resolve) => {
    // The gateway has answered "100 Continue" itself.
    const { expect: _answered, ...asked } = request.headers;
    const headers = { ...asked, "x-forwarded-for": forwardedFor(request) };
    const onward = httpRequest({ host: loopback, port, path, method: request.method, headers, agent });
    const late = setTimeout(() => onward.destroy(new Error("late")), answerPatience);
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    onward.once("response", (answer) => {
      clearTimeout(late);
      // The function's connection is its own: the client's is kept or closed by the gateway.
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
      // An error after the answer was passed on is about the rest of the body, which nobody needs any more.
      if (!response.destroyed && !response.writableEnded)
        sendLoss(message === "late", request, onward, response);
      done();
    });
    response.once("close", () => onward.destroy());
    request.pipe(onward);
  });
}

/** Says what is known of a request whose answer did not come: a function acts only on a request that is whole. */
function sendLoss(
  late: boolean,
  request: IncomingMessage,
  onward: ReturnType<typeof httpRequest>,
  response: ServerResponse,
): void {
  const [status, reason] = late
    ? ([504, "The answer takes too long."] as const)
    : ([502, "The answer was cut off."] as const);
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const saves = savesSomething(request.method ?? "", path);
  const isRepeatable = "idempotency-key" in request.headers || query.includes("import_id=");
  const outcome: Outcome = saves && request.complete && onward.writableEnded ? "unknown" : "nothing";
  sendProblem(response, status, lostAnswer(reason, outcome, isRepeatable), outcome);
}
