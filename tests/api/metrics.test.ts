/**
 * `GET /api/metrics`: which callers may read the metrics, what the metrics count, and that no caller can increase the
 * number of time series. Runs on a separate stack.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoPassword, type StackProcess, startStackProcess } from "../support/stack-process.ts";
import { callAs as callTheOther, stack as other, tokenOf } from "./support.ts";

const metricsToken = "prometheus-on-this-machine";
let folder: string;
let own: StackProcess;
let admin: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "metrics-"));
  own = await startStackProcess(path.join(folder, "data"), { METRICS_TOKEN: metricsToken });
  const answer = await signIn(demoPassword);
  admin = ((await answer.json()) as { data: { session: { access_token: string } } }).data.session
    .access_token;
}, 180_000);

afterAll(async () => {
  await own?.end("SIGTERM");
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const signIn = (password: string) =>
  fetch(`${own.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password }),
  });

const read = (token: string | null, path = "/api/metrics", url = own.url) =>
  fetch(url + path, { headers: token === null ? {} : { authorization: `Bearer ${token}` } });

const ask = (method: string, path: string, body: object = {}) =>
  fetch(own.url + path, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${admin}` },
    ...(method === "GET" || method === "HEAD" ? {} : { body: JSON.stringify(body) }),
  }).then((answer) => answer.text());

const ofProcess = /,process="[0-9a-f]{8}"/;

/**
 * Returns the values of the metrics by name and labels, without the process label. Every line must be valid Prometheus
 * text format.
 */
async function metrics(): Promise<Map<string, number>> {
  const answer = await read(metricsToken);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const found = new Map<string, number>();
  let family = "";
  const families: string[] = [];
  for (const line of (await answer.text()).trimEnd().split("\n")) {
    const head = /^# TYPE (arbo_[a-z_]+) (counter|gauge|histogram)$/.exec(line);
    if (head?.[1]) {
      family = head[1];
      families.push(family);
      continue;
    }
    if (/^# HELP arbo_[a-z_]+ .+\.$/.test(line)) continue;
    const sample = /^(arbo_[a-z_]+)(\{(?:[a-zA-Z]+="(?:[^"\\]|\\.)*",?)*\}) (-?[\d.e+-]+)$/.exec(line);
    expect(sample, line).not.toBeNull();
    expect(sample?.[1]?.startsWith(family), line).toBe(true);
    expect(sample?.[2], line).toMatch(ofProcess);
    const key = `${sample?.[1]}${sample?.[2]?.replace(ofProcess, "")}`;
    expect(found.has(key), key).toBe(false);
    found.set(key, Number(sample?.[3]));
  }
  expect(new Set(families).size).toBe(families.length);
  return found;
}

describe("Permission to read the metrics", () => {
  it("A caller can read the metrics with either the metrics token or an administrator's session token.", async () => {
    expect((await read(metricsToken)).status).toBe(200);
    expect((await read(admin)).status).toBe(200);
    for (const name of ["charts", "dropdown"])
      expect((await read(metricsToken, `/${name}/metrics`)).status).toBe(200);
  });

  it.each([
    ["no token", null],
    ["a wrong token", "prometheus-on-this-machinf"],
    ["the beginning of the token", "prometheus-on-this-machin"],
    ["an empty token", ""],
  ])("The API refuses to return metrics to a request with %s.", async (_, token) => {
    for (const path of ["/api/metrics", "/charts/metrics", "/functions/v1/dropdown/metrics"]) {
      const answer = await read(token, path);
      expect([path, answer.status]).toEqual([path, 401]);
      expect(await answer.text()).not.toContain("arbo_");
    }
  });

  it("Only administrators can request the metrics of a system without a metrics token.", async () => {
    expect((await read(other.publishableKey, "/api/metrics", other.url)).status).toBe(401);
    for (const user of ["central", "viewer"] as const)
      expect((await callTheOther(user, "GET", "/api/metrics")).status).toBe(403);
    expect((await read(await tokenOf("admin"), "/charts/metrics", other.url)).status).toBe(200);
  });
});

describe("Content of the metrics", () => {
  it("The metrics count the requests to each edge function by route pattern and response status.", async () => {
    const before = await metrics();
    const grown = (after: Map<string, number>, key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0);
    await ask("POST", "/api/arbo-masterlist", { page: 1 });
    await ask("POST", "/api/participant", { page: 1 });
    await ask("POST", "/charts/form-5");
    await ask("GET", "/dropdown/fund-source");
    await ask("POST", "/api/arbo-masterlist", { nonsense: 1 });
    const after = await metrics();
    const api = 'function="api",method="POST",route="/api/:path"';
    expect(grown(after, `arbo_requests_total{${api},status="400"}`)).toBeGreaterThanOrEqual(1);
    expect(grown(after, `arbo_request_seconds_count{${api}}`)).toBe(3);
    expect(grown(after, `arbo_request_seconds_bucket{${api},le="+Inf"}`)).toBe(3);
    expect(
      grown(after, 'arbo_requests_total{function="charts",method="POST",route="/charts/:name",status="200"}'),
    ).toBe(1);
    expect(
      grown(after, 'arbo_rows_total{function="dropdown",method="GET",route="/dropdown/:list"}'),
    ).toBeGreaterThan(0);
    expect(grown(after, 'arbo_failures_total{function="api",code="malformed"}')).toBeGreaterThanOrEqual(1);
  });

  it("The metrics contain sign-in results, the memory use of edge functions and the state of the database.", async () => {
    await signIn("not the password");
    const found = await metrics();
    expect(found.get('arbo_sign_ins_total{function="api",outcome="wrong"}')).toBe(1);
    expect(found.get('arbo_sign_ins_total{function="api",outcome="accepted"}')).toBe(1);
    expect(found.get('arbo_database_connections_most{function="api",pool="primary"}')).toBe(10);
    expect(found.get('arbo_waiting{function="api",queue="connection: primary"}')).toBe(0);
    expect(found.get('arbo_waiting{function="api",queue="long list"}')).toBe(0);
    expect(found.get('arbo_part_up{function="api",part="database"}')).toBe(1);
    for (const name of ["api", "charts", "dropdown"])
      expect(found.get(`arbo_memory_bytes{function="${name}",kind="rss"}`)).toBeGreaterThan(10 * 2 ** 20);
  });
});

it("The metrics don't contain a requested path that does not exist.", async () => {
  await ask("GET", "/api/nowhere");
  const before = new Set((await metrics()).keys());
  for (let i = 0; i < 20; i++) {
    const one = randomUUID();
    await ask("POST", `/api/${one}`);
    await ask("DELETE", `/api/${one}/${one}/${one}`);
    await ask("GET", `/dropdown/${one}`);
    await ask("POST", `/charts/${one}`);
    await ask(["PATCH", "PROPFIND", "OPTIONS", "HEAD"][i % 4] ?? "", `/api/${one}`);
  }
  const added = [...(await metrics()).keys()].filter((key) => !before.has(key));
  // The first request to a known route adds the series of that route; made-up path names add no series.
  expect(added.filter((key) => /_total|_count/.test(key)).length).toBeLessThan(12);
  expect(added.filter((key) => /[0-9a-f]{8}-/.test(key))).toEqual([]);
});
