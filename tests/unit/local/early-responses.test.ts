/**
 * Two requests on one connection. The first gets a response before the client has sent the whole body. The second must
 * get a response within two seconds, or the connection must be closed. Sockets and gateway are real; a small server
 * replaces the function.
 */
import { Agent, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SupabaseServices } from "../../../supabase/local/services/supabase-services.ts";
import { startGatewayBefore, type TestGateway } from "./gateway-support.ts";

let gateway: TestGateway;
/** Handles requests that reach the function. */
let answer: (asked: IncomingMessage, response: ServerResponse) => void;
let functionPort: number | null;

const services: SupabaseServices = {
  fetch: async () => Response.json({ message: "refused" }, { status: 401 }),
  largestBody: async () => 64 * 1024,
  close: async () => undefined,
};

beforeEach(async () => {
  gateway = await startGatewayBefore((asked, response) => answer(asked, response), {
    services: () => services,
    functionPort: () => functionPort,
  });
  functionPort = gateway.functionPort;
});

afterEach(() => gateway.close());

/** Reads the whole body and responds. */
const answerAll = (asked: IncomingMessage, response: ServerResponse) =>
  void asked.resume().once("end", () => response.writeHead(200).end("second"));
/** Closes the socket in the middle of the body, like a function that is killed. */
const cutOff = (asked: IncomingMessage) => void asked.once("data", () => asked.socket.destroy());

const head = (path: string, headers: Record<string, string>) =>
  [
    `POST ${path} HTTP/1.1`,
    "host: here",
    ...Object.entries(headers).map((pair) => pair.join(": ")),
    "",
    "",
  ].join("\r\n");
const second = head("/api/second", { "content-length": "0" });

interface Line {
  socket: Socket;
  text: () => string;
  closed: () => boolean;
  /** Waits until the received text matches, or until the connection is closed. */
  until: (pattern: RegExp) => Promise<number>;
}

function open(): Line {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  let text = "";
  let closed = false;
  socket.on("data", (part) => {
    text += part.toString("latin1");
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    closed = true;
  });
  return {
    socket,
    text: () => text,
    closed: () => closed,
    async until(pattern) {
      const began = Date.now();
      while (!pattern.test(text) && !closed) {
        if (Date.now() - began > 20_000) throw new Error(`No answer within 20 s:\n${text}`);
        await sleep(10);
      }
      return Date.now() - began;
    },
  };
}

/** The tested early responses, by their cause. */
const early: Record<string, { path: string; status: number; prepare?: () => void }> = {
  "a function that is killed": {
    path: "/api/first",
    status: 502,
    prepare: () => {
      answer = (asked, response) => (asked.url === "/api/first" ? cutOff(asked) : answerAll(asked, response));
    },
  },
  "a function that is down": { path: "/api/first", status: 503, prepare: () => (functionPort = null) },
  "a function that refuses at once": {
    path: "/api/first",
    status: 401,
    prepare: () => {
      answer = (asked, response) =>
        asked.url === "/api/first" ? void response.writeHead(401).end("no") : answerAll(asked, response);
    },
  },
  "the limit of a service": { path: "/auth/v1/token", status: 413 },
  "the web app": { path: "/index.html", status: 405 },
  "an address that does not exist": { path: "/api/%2e%2e/x", status: 404 },
};

describe.each(Object.entries(early))(
  "Response of the gateway before the end of the request body, because of %s",
  (_, { path, status, prepare }) => {
    beforeEach(() => {
      answer = answerAll;
      prepare?.();
    });

    const half = Buffer.alloc(100_000, "x");
    const bodies: Record<string, [Record<string, string>, (part: Buffer) => Buffer, Buffer]> = {
      "a request body with Content-Length": [{ "content-length": "200000" }, (part) => part, Buffer.alloc(0)],
      "a chunked request body": [
        { "transfer-encoding": "chunked" },
        (part) => Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]),
        Buffer.from("0\r\n\r\n"),
      ],
      "a request body that waits for 100 Continue": [
        { "content-length": "200000", expect: "100-continue" },
        (part) => part,
        Buffer.alloc(0),
      ],
    };

    it.each(Object.entries(bodies))(
      "A response that is sent before the client has sent all of %s does not block the client's next request.",
      async (_name, [headers, encoded, end]) => {
        const line = open();
        line.socket.write(head(path, headers));
        line.socket.write(encoded(half));
        await line.until(new RegExp(`HTTP/1.1 ${status}`));
        expect(line.text()).toContain(`HTTP/1.1 ${status}`);
        // The pause simulates a slow connection.
        await sleep(300);
        line.socket.write(encoded(half));
        if (end.length > 0) line.socket.write(end);
        line.socket.write(second);
        const waited = await line.until(/second|restarting/);
        expect(waited).toBeLessThan(2000);
        line.socket.destroy();
      },
    );

    it("If a request was answered early and its rest never arrives, the gateway closes the connection.", async () => {
      const line = open();
      line.socket.write(head(path, { "content-length": "200000" }));
      line.socket.write(half);
      await line.until(new RegExp(`HTTP/1.1 ${status}`));
      expect(line.text()).toContain(`HTTP/1.1 ${status}`);
      const waited = await line.until(/never/);
      expect(line.closed()).toBe(true);
      expect(waited).toBeLessThan(2000);
    });

    it("If a request is answered before it has been sent completely, a client with one connection can send its next request.", async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ask = (target: string, length: number, write: (sent: ReturnType<typeof request>) => void) =>
        new Promise<{ status: number; after: number }>((resolve, reject) => {
          const began = Date.now();
          const { hostname, port } = new URL(gateway.url);
          const sent = request(
            // Gives the request options separately, because Node would normalize the path of a URL.
            {
              agent,
              hostname,
              port,
              path: target,
              method: "POST",
              headers: { "content-length": String(length) },
            },
            (response) =>
              response
                .resume()
                .once("end", () => resolve({ status: response.statusCode ?? 0, after: Date.now() - began })),
          );
          sent.on("error", reject);
          write(sent);
        });
      const first = await ask(path, 200_000, (sent) => sent.write(half));
      expect(first.status).toBe(status);
      functionPort = gateway.functionPort;
      const next = await ask("/api/second", 0, (sent) => sent.end());
      expect(next.status).toBe(200);
      expect(next.after).toBeLessThan(2000);
      agent.destroy();
    });
  },
);

it("The gateway closes the connection of a client that keeps sending after the response.", async () => {
  functionPort = null;
  const line = open();
  line.socket.write(head("/api/first", { "transfer-encoding": "chunked" }));
  const part = Buffer.alloc(2 ** 20, "x");
  const began = Date.now();
  while (!line.closed() && Date.now() - began < 15_000) {
    line.socket.write(Buffer.concat([Buffer.from("100000\r\n"), part, Buffer.from("\r\n")]));
    await sleep(5);
  }
  expect(line.text()).toContain("HTTP/1.1 503");
  expect(line.closed()).toBe(true);
}, 20_000);

describe("Error message for an interrupted response", () => {
  const ask = async (method: string, path: string, headers: Record<string, string>) => {
    const response = await fetch(gateway.url + path, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(method === "GET" ? {} : { body: "{}" }),
    });
    return { status: response.status, ...(await response.json()) } as Record<string, unknown>;
  };

  beforeEach(() => {
    answer = (asked) => void asked.resume().once("end", () => asked.socket.destroy());
  });

  it.each([
    ["PUT", "/api/arbo-masterlist/update"],
    ["DELETE", "/api/arbo-masterlist/delete"],
    ["POST", "/api/arbo-masterlist/approve"],
    ["POST", "/api/form-11-geo/create"],
    ["POST", "/functions/v1/api/auth/register"],
  ])(
    "The error message for an interrupted response to %s %s states that the outcome is unknown.",
    async (method, path) => {
      const without = await ask(method, path, {});
      expect(without).toMatchObject({ status: "error", outcome: "unknown" });
      expect(without.message).toBe(
        "The response was interrupted. It is not known whether this was saved. Check before you try again.",
      );
      const repeatable = await ask(method, path, {
        "idempotency-key": "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
      });
      expect(repeatable.message).toContain("Try again: it will not be saved twice.");
    },
  );

  it.each([
    ["POST", "/api/arbo-masterlist"],
    ["GET", "/api/auth/current-user"],
    ["POST", "/charts/form-7"],
  ])(
    "The error message for an interrupted response to %s %s states that nothing was saved.",
    async (method, path) => {
      const refusal = await ask(method, path, {});
      expect(refusal).toMatchObject({ outcome: "nothing" });
      expect(refusal.message).toContain("Nothing was saved. Try again.");
    },
  );

  it("If a function disconnects before it has received a whole save request, the error message says that nothing was saved.", async () => {
    answer = cutOff;
    const line = open();
    line.socket.write(head("/api/arbo-masterlist/create", { "content-length": "200000" }));
    line.socket.write(Buffer.alloc(1000));
    await line.until(/outcome/);
    expect(line.text()).toContain('"outcome":"nothing"');
    line.socket.destroy();
  });
});
