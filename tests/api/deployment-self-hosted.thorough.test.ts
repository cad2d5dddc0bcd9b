/**
 * `npm run self-hosted` as a whole: serves the written functions with Deno. The additions to the compose files are
 * checked in tests/unit/deployment. Does not start the containers.
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

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "self-hosted-"));
  for (const [name, text] of Object.entries(officialFiles({ gateway: "api-gw", postgres: 17 })))
    await writeFile(path.join(folder, name), text);
  await writeSelfHosted(folder);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

it("Each generated function is a single file without other dependencies, and the functions serve a sign-in.", async () => {
  for (const name of [...functionNames, "main"]) {
    const text = await readFile(path.join(folder, `volumes/functions/${name}/index.ts`), "utf8");
    expect(text).not.toMatch(/^import .* from "(?!node:)/m);
  }
  const file = await readFile(path.join(folder, "volumes/functions/api/index.ts"));
  const upload = {
    metadata: { entrypoint_path: "api/index.ts" },
    files: new Map([["api/index.ts", new Uint8Array(file)]]),
  };
  const served = await startDeployed(upload, path.join(folder, "served"), {
    ...{ SUPABASE_URL: stack.url, SUPABASE_ANON_KEY: stack.publishableKey, JWT_SECRET: stack.jwtSecret },
    ...{ SUPABASE_SERVICE_ROLE_KEY: stack.secretKey, API_DB_URL: stack.apiGatewayUrl },
    // The official files of September 2026 send these values if only the older keys are set.
    ...{ SUPABASE_PUBLISHABLE_KEYS: '{"default":""}', SUPABASE_SECRET_KEYS: '{"default":""}' },
  });
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
