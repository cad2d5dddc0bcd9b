/**
 * The gateway decides by the resolved path, never by the path's spelling, which requests it forwards. It refuses large
 * bodies of requests without a token.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { slownessOf } from "./health-probe.ts";
import { call, type DemoUser, stack, tokenOf } from "./support.ts";

/** The tests multiply their time limits by this number, because a busy machine needs longer. */
let slowness = 1;
beforeAll(async () => {
  slowness = await slownessOf(stack.url);
});

interface RawAnswer {
  status: number;
  text: string;
}

/** Sends the path unchanged over a raw connection, because `fetch` would resolve the path first. */
function raw(
  target: string,
  headers: Record<string, string> = {},
  method = "GET",
  body = "",
): Promise<RawAnswer> {
  const { hostname, port } = new URL(stack.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: target, method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const dots = [
  "..",
  "%2e%2e",
  "%2E.",
  ".%2e",
  "%252e%252e",
  "..%2f..",
  "%2e%2e%2f%2e%2e",
  "..\\..",
  "..%5c..",
];
const prefixes = ["/rest/v1", "/auth/v1", "/storage/v1", "/functions/v1/api", "/api", "/charts", "/dropdown"];
const inside = ["_system/info", "_system/config", "_system/introspect", "_system/ping"];

describe("Paths with dot segments and malformed request targets", () => {
  it.each(prefixes)(
    "The gateway returns a 404 for a path that leads to an internal endpoint through dot segments: %s/…",
    async (prefix) => {
      const { secretKey } = stack;
      for (const up of dots) {
        for (const name of inside) {
          for (const target of [`${prefix}/${up}/${up}/${name}`, `${prefix}/x/${up}/${up}/${up}/${name}`]) {
            for (const headers of [{}, { apikey: stack.publishableKey }, { apikey: secretKey }]) {
              const { status, text } = await raw(target, headers as Record<string, string>);
              expect([target, status]).toEqual([target, 404]);
              expect(text).not.toMatch(/local_services|postgres:|jwt_secret|"config"/);
              expect(JSON.parse(text)).toMatchObject({ status: "error", request_id: expect.any(String) });
            }
          }
        }
      }
    },
  );

  it("The gateway refuses a request whose path is a full URL or contains control characters.", async () => {
    for (const target of [
      `${stack.url}/_system/info`,
      "/rest/v1/\u0001",
      "/rest/v1/%00",
      "/rest/v1/%0d%0aX: 1",
      "/rest/v1/arbo_masterlist%",
      "/rest/v1/#/_system/info",
      "*",
    ]) {
      const answer = await raw(target, { apikey: stack.publishableKey }).catch(() => ({
        status: 404,
        text: "",
      }));
      expect([target, answer.status]).toEqual([target, 404]);
    }
  });
});

describe("Internal endpoints of the services", () => {
  it("A client can't reach the internal endpoints of the services by path or by a forged Host header.", async () => {
    for (const name of inside) {
      const direct = await raw(`/${name}`, { apikey: stack.secretKey });
      expect(direct.text).not.toMatch(/local_services|connection/);
      for (const host of [`x/${name}?`, `x/${name}#`, "x@y", "[::1", "a b"]) {
        const answer = await raw("/rest/v1/", { host, apikey: stack.publishableKey }).catch(() => null);
        if (answer === null) continue;
        expect([host, answer.status]).toEqual([host, 400]);
        expect(answer.text).not.toMatch(/local_services/);
      }
    }
    const ordinary = await raw("/rest/v1/report_schedules?select=id&limit=1", {
      apikey: stack.publishableKey,
      authorization: `Bearer ${await tokenOf("admin")}`,
    });
    expect(ordinary.status).toBe(200);
  });

  it("A forged Host header does not change the Supabase URL in /config.json.", async () => {
    const answer = await raw("/config.json", { host: "evil.example/x?" });
    expect(answer.status).toBe(400);
    const { text } = await raw("/config.json", { host: "arbo.example:8080" });
    expect(JSON.parse(text).supabaseUrl).toBe("/");
  });
});

describe("Methods and bodies that a web Request can't have", () => {
  const paths = ["/rest/v1/report_schedules?select=id", "/auth/v1/user", "/storage/v1/object/evidence/x"];
  const headersOf = async () => ({
    apikey: stack.publishableKey,
    authorization: `Bearer ${await tokenOf("admin")}`,
  });

  it.each(paths)("The gateway ignores the body of a GET or HEAD request to %s.", async (path) => {
    const headers = await headersOf();
    const body = JSON.stringify({ id: 1 });
    for (const method of ["GET", "HEAD"]) {
      const length = { "content-length": String(body.length) };
      const plain = await raw(path, headers, method);
      expect(plain.status).toBeLessThan(500);
      expect(await raw(path, { ...headers, ...length }, method, body)).toEqual(plain);
    }
  });

  it.each(paths)("The gateway refuses the methods TRACE and PROPFIND for %s.", async (path) => {
    for (const method of ["TRACE", "PROPFIND"])
      expect((await raw(path, await headersOf(), method)).status).toBe(405);
  });
});

describe("Signing many links at once", () => {
  const sign = async (key: string, user: DemoUser | null, paths: unknown) => {
    const started = Date.now();
    const answer = await fetch(`${stack.url}/storage/v1/object/sign/evidence`, {
      method: "POST",
      headers: {
        apikey: key,
        "content-type": "application/json",
        ...(user ? { authorization: `Bearer ${await tokenOf(user)}` } : {}),
      },
      body: JSON.stringify({ expiresIn: 60, paths }),
    });
    await answer.body?.cancel();
    return { status: answer.status, took: Date.now() - started };
  };
  const many = (count: number) => Array.from({ length: count }, () => `${randomUUID()}.jpg`);

  it("Storage quickly refuses a request to sign links for more than 100 files.", async () => {
    const health = () => fetch(`${stack.url}/api/health`).then(({ status }) => status);
    for (const [key, user] of [
      [stack.publishableKey, null],
      [stack.publishableKey, "central"],
      [stack.secretKey, null],
    ] as const) {
      const asked = Promise.all([sign(key, user, many(100_000)), sign(key, user, many(101))]);
      const started = Date.now();
      expect(await health()).toBe(200);
      expect(Date.now() - started).toBeLessThan(2000 * slowness);
      for (const { status, took } of await asked) {
        expect(status === 400 || status === 413).toBe(true);
        expect(took).toBeLessThan(5000 * slowness);
      }
    }
    expect((await sign(stack.secretKey, null, many(100))).status).toBe(200);
    for (const paths of [null, "x", {}, [1], [["x"]]])
      expect((await sign(stack.secretKey, null, paths)).status).toBe(400);
  });
});

describe("Large request bodies without a valid token", () => {
  it("Auth, REST and Storage refuse a large request body without a valid token.", async () => {
    const body = JSON.stringify({ email: "a@b.c", password: "x".repeat(100_000) });
    const forged = `${(await tokenOf("central")).slice(0, -6)}AAAAAA`;
    for (const path of [
      "/auth/v1/token?grant_type=password",
      "/rest/v1/arbo_masterlist",
      "/storage/v1/object/evidence/x.jpg",
      "/storage/v1/object/list/evidence",
    ]) {
      for (const authorization of [undefined, `Bearer ${stack.publishableKey}`, `Bearer ${forged}`]) {
        const answer = await fetch(stack.url + path, {
          method: "POST",
          headers: {
            apikey: stack.publishableKey,
            "content-type": "application/json",
            ...(authorization ? { authorization } : {}),
          },
          body,
        });
        await answer.body?.cancel();
        expect([path, answer.status]).toEqual([path, 413]);
      }
    }
  });
});

describe("Clients that stop in the middle of a request", () => {
  it("Clients that send only half of a request do not delay other requests.", {
    timeout: 40_000,
  }, async () => {
    const { hostname, port } = new URL(stack.url);
    const half = (path: string) => {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => undefined);
      const head = `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
      socket.write(`${head}{`);
      return socket;
    };
    const paths = ["/api/auth/login", "/charts/form-5", "/auth/v1/token?grant_type=password"];
    const sockets = Array.from({ length: 300 }, (_, index) =>
      half(paths[Math.max(0, index - 280) % 3] ?? ""),
    );
    const firstResponse = once(sockets[0] ?? half("/api"), "data");
    await Promise.all(sockets.map((socket) => (socket.connecting ? once(socket, "connect") : null)));
    for (let times = 0; times < 3; times++) {
      const started = Date.now();
      expect((await fetch(`${stack.url}/api/health`)).status).toBe(200);
      expect(Date.now() - started).toBeLessThan(2000 * slowness);
    }
    const [answer] = await firstResponse;
    expect(String(answer)).toMatch(/^HTTP\/1.1 408.*did not arrive completely/s);
    for (const socket of sockets) socket.destroy();
  });
});

describe("REST requests that wait for the database", () => {
  it("REST requests that wait for a locked table end with an error within 20 seconds.", {
    timeout: 40_000,
  }, async () => {
    const headers = { apikey: stack.publishableKey, authorization: `Bearer ${await tokenOf("central")}` };
    const holder = openDatabase(stack.superuserUrl, { most: 1, patience: Number.POSITIVE_INFINITY });
    const ended: number[] = [];
    await holder.begin(async (tx) => {
      await tx`lock table public.arc_masterlist in access exclusive mode`;
      const started = Date.now();
      const waiting = Array.from({ length: 14 }, async () => {
        const answer = await fetch(`${stack.url}/rest/v1/arc_masterlist?limit=1`, { headers });
        await answer.body?.cancel();
        ended.push(Date.now() - started);
        return answer.status;
      });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const asked = Date.now();
      const signIn = await call("POST", "/api/auth/login", {
        body: { username: "viewer", password: stack.demoPassword },
      });
      expect([signIn.status, Date.now() - asked < 4000 * slowness]).toEqual([200, true]);
      expect(ended).toEqual([]);
      for (const status of await Promise.all(waiting)) expect(status).toBeGreaterThanOrEqual(400);
    });
    await holder.end();
    expect(Math.min(...ended)).toBeLessThan(10_000);
    expect(Math.max(...ended)).toBeLessThan(20_000);
  });
});
