/**
 * Ends a request whose body stops arriving. If the response was sent before the whole body had arrived, reads and
 * discards the rest of the body.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { sendProblem } from "./gateway-responses.ts";

/** Maximum pause in milliseconds between two pieces of a request body. After a longer pause, the request is ended. */
const bodyTimeout = 15_000;
/**
 * Limits for reading the rest of a body after the response was sent: milliseconds without data, milliseconds in total,
 * and bytes.
 */
const rest = { pause: 1500, time: 10_000, size: 64 * 2 ** 20 };

/** Checks whether a request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": chunked } = headers;
  return length !== "0" || chunked !== undefined;
}

/**
 * Watches the body of a request. If the response is sent before the body was read to its end, reads and discards the
 * rest, or closes the connection. Otherwise Node could not parse the next request on the connection.
 */
export function watchBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const stall = setTimeout(() => {
    // Keep waiting: the client can't send data while the handler has not started to read the body.
    if (request.isPaused()) return void stall.refresh();
    sendProblem(
      response,
      408,
      "The request did not arrive completely. Nothing was saved. Try again.",
      "nothing",
    );
  }, bodyTimeout);
  request.on("data", () => stall.refresh());
  // Pause the request stream, which the listener for "data" has started. The stream resumes when the handler starts to
  // read the body.
  request.pause();
  for (const event of ["end", "close"]) request.once(event, () => clearTimeout(stall));
  response.once("finish", () => {
    clearTimeout(stall);
    if (!request.readableEnded) discardRest(request);
  });
}

/**
 * Reads and discards the rest of a body that no handler needs. Closes the connection as soon as any of the limits in
 * `rest` is exceeded.
 */
function discardRest(request: IncomingMessage): void {
  let size = 0;
  const close = () => void request.destroy();
  const timers = [setTimeout(close, rest.pause), setTimeout(close, rest.time)];
  request.on("data", (chunk: Buffer) => {
    timers[0]?.refresh();
    size += chunk.length;
    if (size > rest.size) close();
  });
  for (const event of ["end", "close"])
    request.once(event, () => {
      for (const timer of timers) clearTimeout(timer);
    });
  // Detach the body from the function, which has already responded. Then read and discard the rest of the body.
  request.unpipe();
  request.resume();
}
