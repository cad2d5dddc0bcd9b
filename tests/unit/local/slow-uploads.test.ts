/**
 * The gateway's time limits for requests with a body. A client may send the body slowly, but the function must read it
 * and respond in time. The clock is simulated; the sockets are real.
 */
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, type RequestListener, request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startGatewayBefore, type TestGateway } from "./gateway-support.ts";

const second = 1000;
let gateway: TestGateway;
let sent: ClientRequest;

const startTimer = setTimeout;
const realPause = (milliseconds: number) => new Promise((resolve) => startTimer(resolve, milliseconds));

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(async () => {
  vi.useRealTimers();
  sent.destroy();
  await gateway.close();
});

/** Opens an upload to a function that answers as given. `response` is the gateway's response. */
async function openUpload(answer: RequestListener) {
  gateway = await startGatewayBefore(answer);
  sent = request(`${gateway.url}/api/form-11-geo/create`, { method: "POST" });
  const response = once(sent, "response").then(([received]) => received as IncomingMessage);
  return { response };
}

it("A client on a slow connection gets the response to an upload of several minutes.", async () => {
  let size = 0;
  let onPart = () => {};
  const { response } = await openUpload((asked, answer) => {
    asked.on("data", (part: Buffer) => {
      size += part.length;
      onPart();
    });
    asked.once("end", () => answer.end(`${size} bytes`));
  });
  for (let part = 1; part <= 40; part++) {
    const arrived = new Promise<void>((resolve) => {
      onPart = () => (size === part * 1000 ? resolve() : undefined);
    });
    sent.write(Buffer.alloc(1000));
    await Promise.race([arrived, response]);
    await vi.advanceTimersByTimeAsync(10 * second);
  }
  sent.end();
  const answer = await response;
  expect([answer.statusCode, await text(answer)]).toEqual([200, "40000 bytes"]);
});

it("The gateway responds with 504 if a function doesn't respond to an upload within 100 seconds.", async () => {
  let onComplete = () => {};
  const complete = new Promise<void>((resolve) => {
    onComplete = resolve;
  });
  const { response } = await openUpload((asked) => void asked.resume().once("end", onComplete));
  sent.end(Buffer.alloc(1000));
  await complete;
  await vi.advanceTimersByTimeAsync(99 * second);
  expect(await Promise.race([response, realPause(100)])).toBeUndefined();
  await vi.advanceTimersByTimeAsync(2 * second);
  const answer = await response;
  expect([answer.statusCode, await text(answer)]).toEqual([504, expect.stringContaining('"unknown"')]);
});

it("The gateway responds with 504 if a function stops reading an upload for 100 seconds.", async () => {
  const { response } = await openUpload(() => undefined);
  let size = 0;
  const parts = new Readable({
    read() {
      size += 2 ** 16;
      this.push(Buffer.alloc(2 ** 16));
    },
  });
  parts.pipe(sent);
  // Wait until all buffers between the client and the function are full.
  for (let quiet = 0, before = 0; quiet < 20; before = size) {
    await realPause(10);
    quiet = size > 2 ** 20 && size === before ? quiet + 1 : 0;
  }
  await vi.advanceTimersByTimeAsync(101 * second);
  const answer = await response;
  expect([answer.statusCode, await text(answer)]).toEqual([504, expect.stringContaining('"nothing"')]);
});
