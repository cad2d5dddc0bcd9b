/** Runs the function `api` in a separate process beside the tests' stack, with a database address of its own. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort, waitForPort } from "../../supabase/local/common/ports.ts";
import { loopback, projectRoot } from "../../supabase/local/common/settings.ts";
import type { TestStack } from "../test-stack.ts";

/** Starts the function `api`. @throws with the output of the process if it does not start. */
export async function startApiProcess(stack: TestStack, databaseUrl: string) {
  const port = await findFreePort();
  const cache = await mkdtemp(path.join(tmpdir(), "own-api-"));
  const flags = ["--no-prompt", "--quiet", "--frozen", "--node-modules-dir=manual", "--config=deno.json"];
  const child = spawn(
    path.join(projectRoot, "node_modules/.bin/deno"),
    ["run", ...flags, "--allow-net", "--allow-env", "api/index.ts"],
    {
      cwd: path.join(projectRoot, "edge-functions"),
      env: {
        ...{ PATH: process.env.PATH, HOME: process.env.HOME, DENO_DIR: cache, NO_COLOR: "1" },
        ...{ SUPABASE_URL: stack.url, SUPABASE_ANON_KEY: stack.publishableKey },
        ...{ SUPABASE_SERVICE_ROLE_KEY: stack.secretKey, SUPABASE_JWT_SECRET: stack.jwtSecret },
        API_DB_URL: databaseUrl,
        DENO_SERVE_ADDRESS: `tcp:${loopback}:${port}`,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => said.push(String(text)));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (!(await waitForPort(port, 60_000, () => child.exitCode !== null)))
    throw new Error(`The function did not start:\n${said.join("")}`);
  return {
    url: `http://${loopback}:${port}`,
    async stop() {
      child.kill("SIGKILL");
      await ended;
      await rm(cache, { recursive: true, force: true });
    },
  };
}
