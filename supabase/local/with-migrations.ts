/** A throw-away database that has all migrations and nothing else, for as long as some work needs it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Stack, startStack } from "./stack.ts";

/** @throws StackError when it cannot be started, and what the work throws. */
export async function withMigrations<Result>(work: (stack: Stack) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "migrations-"));
  const bare = { seed: "none", demoPassword: "not-used-here", web: false, functions: false } as const;
  const stack = await startStack({ dataDir, port: 0, throwAway: true, ...bare });
  try {
    return await work(stack);
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
