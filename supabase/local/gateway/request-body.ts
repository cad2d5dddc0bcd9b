/** Ends requests whose body stalls, and reads what is left of a body after an early answer. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { sendProblem } from "./gateway-answers.ts";

/** Milliseconds without a byte after which a body that is being read counts as stalled. */
const bodyPatience = 15_000;
/** Limits for the rest of a body after the answer: milliseconds without a byte, milliseconds in all, and bytes. */
const rest = { pause: 1500, time: 10_000, size: 64 * 2 ** 20 };

/** Whether a body follows the head of the request. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": chunked } = headers;
  return length !== "0" || chunked !== undefined;
}

/**
 * Watches the body of a request until the connection is free for the next one. Node parses that one only after the
 * whole body was read, so whichever part answers early, the rest is read here, or the connection is closed.
 */
export function watchBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return;
  const stall = setTimeout(() => {
    // A part that waits for its turn has not begun to read; the sender is not late.
    if (request.isPaused()) return void stall.refresh();
    sendProblem(
      response,
      408,
      "The request did not arrive in full. Nothing was saved. Try again.",
      "nothing",
    );
  }, bodyPatience);
  request.on("data", () => stall.refresh());
  // The part that takes the body starts reading it.
  request.pause();
  for (const event of ["end", "close"]) request.once(event, () => clearTimeout(stall));
  response.once("finish", () => {
    clearTimeout(stall);
    if (!request.readableEnded) discardRest(request);
  });
}

/** Reads the rest of a body that no part wants; closes the connection at the first limit that it passes. */
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
  // A function that has answered no longer reads from the pipe.
  request.unpipe();
  request.resume();
}
