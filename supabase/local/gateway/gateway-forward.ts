/** Passes a request through to a function, body and answer streamed. */
import { type Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
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
    const headers = { ...request.headers, "x-forwarded-for": forwardedFor(request) };
    const onward = httpRequest({ host: loopback, port, path, method: request.method, headers, agent });
    const late = setTimeout(() => onward.destroy(new Error("late")), answerPatience);
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    onward.once("response", (answer) => {
      clearTimeout(late);
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.once("end", done);
      answer.once("error", () => {
        response.destroy();
        done();
      });
    });
    onward.once("error", ({ message }) => {
      const hung = message === "late";
      if (!response.destroyed)
        sendProblem(
          response,
          hung ? 504 : 502,
          hung ? "The answer takes too long. Try again later." : "The answer was cut off. Try again.",
        );
      done();
    });
    response.once("close", () => onward.destroy());
    request.pipe(onward);
  });
}
