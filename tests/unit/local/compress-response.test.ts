/** The gateway compresses responses of functions for clients that accept gzip. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type OutgoingHttpHeaders, type RequestListener, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { startGatewayBefore, type TestGateway } from "./gateway-support.ts";

const rows = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, arbo_name: "Masagana ARBO" })));
let gateway: TestGateway;
afterEach(() => gateway.close());

/**
 * Sends a request through the gateway to a function that responds with `answer`. Returns the headers and the bytes of
 * the response, without decompressing them.
 */
async function ask(answer: RequestListener, headers = {}, method = "POST") {
  gateway = await startGatewayBefore((asked, response) =>
    asked.resume().once("end", () => answer(asked, response)),
  );
  return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    const sent = request(`${gateway.url}/api/arbo-masterlist`, { method, headers }, (response) => {
      buffer(response).then((body) => resolve({ headers: response.headers, body }), reject);
    });
    sent.once("error", reject).end();
  });
}

const json = { "content-type": "application/json" };
const gzip = { "accept-encoding": "gzip, deflate, br" };
const sendRows: RequestListener = (_, response) =>
  void response.writeHead(200, { ...json, "content-length": rows.length, vary: "origin" }).end(rows);

it("The gateway sends a list as gzip to a client that accepts gzip.", async () => {
  const { headers, body } = await ask(sendRows, gzip);
  expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "origin, accept-encoding" });
  expect(headers["content-length"]).toBeUndefined();
  expect(body.length).toBeLessThan(rows.length / 5);
  expect(gunzipSync(body).toString()).toBe(rows);
});

it.each<[reason: string, status: number, headers: OutgoingHttpHeaders, accepted: string, method?: string]>([
  ["if the client does not accept gzip", 200, json, "br"],
  ["if the client gives gzip the quality 0", 200, json, "br, gzip;q=0"],
  ["if it has fewer than 1,000 bytes", 200, { ...json, "content-length": 2 }, "gzip"],
  ["if the function has already encoded it", 200, { ...json, "content-encoding": "br" }, "gzip"],
  ["if it is a photo", 200, { "content-type": "image/jpeg" }, "gzip"],
  ["if it is a part of a file", 206, json, "gzip"],
  ["if the client already has it (304)", 304, json, "gzip"],
  ["to a HEAD request", 200, json, "gzip", "HEAD"],
])("The gateway does not compress a response %s.", async (_, status, given, accepted, method) => {
  const sent = "content-length" in given ? "[]" : rows;
  const { headers, body } = await ask(
    (_, response) => response.writeHead(status, given).end(sent),
    { "accept-encoding": accepted },
    method,
  );
  expect(headers["content-encoding"] ?? "none").not.toBe("gzip");
  expect(body.toString()).toBe(status === 304 || method === "HEAD" ? "" : sent);
});

it("The gateway stops a function's compressed response if the client disconnects.", async () => {
  let closed: Promise<unknown> | undefined;
  const endless: RequestListener = (_, response) => {
    closed = once(response, "close");
    const timer = setInterval(() => response.write(randomBytes(10_000).toString("hex")), 5);
    response.writeHead(200, json).once("close", () => clearInterval(timer));
  };
  gateway = await startGatewayBefore(endless);
  const sent = request(`${gateway.url}/api/arbo-masterlist`, { method: "POST", headers: gzip }, (response) =>
    response.once("data", () => sent.destroy()),
  );
  sent.on("error", () => undefined).end();
  await expect.poll(() => closed).toBeDefined();
  await closed;
});

it("The client gets an error if a function ends in the middle of a response.", async () => {
  const cutOff: RequestListener = (_, response) => {
    response.writeHead(200, json).write(rows);
    setTimeout(() => response.destroy(), 50);
  };
  await expect(ask(cutOff, gzip)).rejects.toThrow(/aborted|ECONNRESET|terminated/);
});
