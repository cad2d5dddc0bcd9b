/**
 * Ends requests whose body stalls, and reads the rest of a body if the response was sent before the whole body had
 * arrived.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { sendProblem } from "./gateway-responses.ts";

/** Milliseconds without data after which a body that is being read counts as stalled. */
const bodyTimeout = 15_000;
/**
 * Limits for reading the rest of a body after the response: milliseconds without data, milliseconds in total, and
 * bytes.
 */
const rest = { pause: 1500, time: 10_000, size: 64 * 2 ** 20 };

/** Checks whether a request has a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": chunked } = headers;
  return length !== "0" || chunked !== undefined;
}

/**
 * Watches the body of a request until the connection is free for the next request. Node only parses the next request
 * after the whole body was read. So if any part responds early, the rest of the body is read here or the connection
 * is closed.
 */
export function watchBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const stall = setTimeout(() => {
    // Reading has not started yet, because the handler waits for its turn. So the sender of the body has not stalled.
    if (request.isPaused()) return void stall.refresh();
    sendProblem(
      response,
      408,
      "The request did not arrive completely. Nothing was saved. Try again.",
      "nothing",
    );
  }, bodyTimeout);
  request.on("data", () => stall.refresh());
  // Pause the request stream. It resumes when the handler starts to read the body.
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
  // A function that has already responded does not read the rest of the body from the pipe. So read and discard it
  // here.
  request.unpipe();
  request.resume();
}
