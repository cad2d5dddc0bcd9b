/**
 * Program that runs a temporary stack for tests, with demo data and a template of its database. Sends the stack's
 * addresses to the parent process, and stops when the parent disconnects. Argument: StackOptions as JSON.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { StackError } from "../supabase/local/common/stack-error.ts";
import { type StackOptions, startStack } from "../supabase/local/stack.ts";
import type { TestStack } from "./test-stack.ts";

const demoPassword = "Demo-2025!";
const interrupted = new AbortController();
process.once("disconnect", () => interrupted.abort());
// Ctrl-C also sends a signal to this process, but only the parent process decides when the stack stops.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
process.once("SIGTERM", () => interrupted.abort());

const folder = await mkdtemp(path.join(os.tmpdir(), "arbo-test-"));
try {
  const stack = await startStack({
    dataDir: path.join(folder, "stack"),
    port: 0,
    seed: "demo",
    demoPassword,
    throwAway: true,
    template: true,
    web: false,
    progress: (line) => console.log(line),
    signal: interrupted.signal,
    ...(JSON.parse(process.argv[2] ?? "{}") as Partial<StackOptions>),
  });
  const { url, dataDir, databaseUrl, superuserUrl, apiGatewayUrl } = stack;
  const { publishableKey, secretKey, jwtSecret } = stack;
  process.send?.({
    ...{ url, dataDir, databaseUrl, superuserUrl, apiGatewayUrl, publishableKey, secretKey, jwtSecret },
    demoPassword,
  } satisfies TestStack);
  if (!interrupted.signal.aborted)
    await new Promise((ended) => interrupted.signal.addEventListener("abort", ended));
  await stack.stop();
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error instanceof StackError ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit();
