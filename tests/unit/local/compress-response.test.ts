/** The gateway compresses responses of functions for clients that accept gzip. */
import { type RequestListener, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import { startGatewayBefore, type TestGateway } from "./gateway-support.ts";

const rows = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, arbo_name: "Masagana ARBO" })));
let gateway: TestGateway;
afterEach(() => gateway.close());

/** Sends a request to a function that answers as given. `body` has the bytes as the gateway sent them. */
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

it("The gateway sends a list of rows as gzip to a client that accepts gzip.", async () => {
  const { headers, body } = await ask(sendRows, gzip);
  expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "origin, accept-encoding" });
  expect(headers["content-length"]).toBeUndefined();
  expect(body.length).toBeLessThan(rows.length / 5);
  expect(gunzipSync(body).toString()).toBe(rows);
});

it.each<[string, RequestListener, object]>([
  ["if the client does not accept gzip", sendRows, {}],
  [
    "if it has fewer than 1,000 bytes",
    (_, response) => response.writeHead(200, { ...json, "content-length": 2 }).end("[]"),
    gzip,
  ],
  [
    "if the function has already encoded it",
    (_, response) => response.writeHead(200, { ...json, "content-encoding": "br" }).end(rows),
    gzip,
  ],
  [
    "if it is a photo",
    (_, response) => response.writeHead(200, { "content-type": "image/jpeg" }).end(rows),
    gzip,
  ],
])("The gateway does not compress a response %s.", async (_, answer, accepted) => {
  const { headers, body } = await ask(answer, accepted);
  expect(headers["content-encoding"] ?? "none").not.toBe("gzip");
  expect(["[]", rows]).toContain(body.toString());
});

it("If a function ends in the middle of a response, the client gets an error and not a complete gzip file.", async () => {
  const cutOff: RequestListener = (_, response) => {
    response.writeHead(200, json).write(rows);
    setTimeout(() => response.destroy(), 50);
  };
  await expect(ask(cutOff, gzip)).rejects.toThrow(/aborted|ECONNRESET|terminated/);
});
