/**
 * Tests the functions that `npm run self-hosted` generates by serving them with Deno. Starts no containers:
 * tests/unit/deployment checks the additions to the compose files.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { functionNames } from "../../supabase/local/common/settings.ts";
import { writeSelfHosted } from "../../supabase/self-hosted/write.ts";
import { startDeployed } from "../support/deployed-function.ts";
import { officialFiles } from "../support/official-compose.ts";
import { stack } from "./support.ts";

const metricsToken = "prometheus-of-this-test";
const route = 'route="/api/health"';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "self-hosted-"));
  for (const [name, text] of Object.entries(officialFiles({ gateway: "api-gw", postgres: 17 })))
    await writeFile(path.join(folder, name), text);
  await writeSelfHosted(folder);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Serves the generated function `api` with Deno. Each call starts another copy of the function. */
async function startCopy(name: string) {
  const file = await readFile(path.join(folder, "volumes/functions/api/index.ts"));
  const upload = {
    metadata: { entrypoint_path: "api/index.ts" },
    files: new Map([["api/index.ts", new Uint8Array(file)]]),
  };
  return startDeployed(upload, path.join(folder, name), {
    ...{ SUPABASE_URL: stack.url, SUPABASE_ANON_KEY: stack.publishableKey, JWT_SECRET: stack.jwtSecret },
    ...{ SUPABASE_SERVICE_ROLE_KEY: stack.secretKey, API_DB_URL: stack.apiGatewayUrl },
    // Environment variables that Supabase's compose files of September 2026 give the functions if only the older API
    // keys are set.
    ...{ SUPABASE_PUBLISHABLE_KEYS: '{"default":""}', SUPABASE_SECRET_KEYS: '{"default":""}' },
    METRICS_TOKEN: metricsToken,
  });
}

it("Each generated function for a self-hosted Supabase is a single file that imports only Node modules.", async () => {
  for (const name of [...functionNames, "main"]) {
    const text = await readFile(path.join(folder, `volumes/functions/${name}/index.ts`), "utf8");
    expect(text).not.toMatch(/^import .* from "(?!node:)/m);
  }
  const served = await startCopy("served");
  try {
    const answer = await fetch(`${served.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "viewer", password: stack.demoPassword }),
    });
    expect(answer.status).toBe(200);
  } finally {
    await served.stop();
  }
}, 90_000);

/** Reads the labelled counters of `/api/health` requests from one copy of the API. */
async function countersOf(url: string): Promise<[string, number][]> {
  const answer = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const lines = (await answer.text()).split("\n");
  return lines
    .filter((line) => line.startsWith('arbo_requests_total{function="api"') && line.includes(route))
    .map((line) => [line.split(" ")[0] ?? "", Number(line.split(" ").at(-1))]);
}

it("If a load balancer connects Prometheus alternately to two replicas of the API, Prometheus still counts every request once.", async () => {
  const copies = await Promise.all([startCopy("first"), startCopy("second")]);
  try {
    /** Each counter's value at the last scrape. The test adds each later increase to `counted`, as Prometheus does. */
    const last = new Map<string, number>();
    let counted = 0;
    const scrape = async (url = "") => {
      for (const [series, value] of await countersOf(url)) {
        const former = last.get(series) ?? 0;
        // A counter that is lower than at the last scrape was reset.
        counted += value < former ? value : value - former;
        last.set(series, value);
      }
    };
    for (let n = 0; n < 40; n++) {
      // Both copies of the API get requests, but each scrape reads only one copy's metrics, as behind a load balancer.
      await fetch(`${copies[n % 3 === 0 ? 1 : 0]?.url}/api/health`);
      await scrape(copies[n % 2]?.url);
    }
    for (const { url } of copies) await scrape(url);
    const logged = copies.flatMap(({ output }) =>
      output()
        .split("\n")
        .filter((line) => line.startsWith('{"time"') && line.includes("/api/health")),
    );
    expect(logged).toHaveLength(40);
    expect(counted).toBe(40);
  } finally {
    await Promise.all(copies.map((copy) => copy.stop()));
  }
}, 120_000);
