/** Throw-away databases, for as long as some work needs them: one that has all migrations, one that has the schemas. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Stack, startStack } from "../stack.ts";
import { applySchemas } from "./schemas.ts";

/**
 * The database that the migrations make, and nothing else.
 * @throws StackError when it cannot be started, and what the work throws.
 */
export function withMigrations<Result>(work: (stack: Stack) => Promise<Result>): Promise<Result> {
  return withThrowAway({}, work);
}

/** The database that supabase/schemas make, and nothing else. @throws an error that names the file, or as before. */
export function withSchemas<Result>(work: (stack: Stack) => Promise<Result>): Promise<Result> {
  return withThrowAway({ migrationsFrom: path.join(import.meta.dirname, "no-migrations") }, async (stack) => {
    await applySchemas(stack.databaseUrl);
    return work(stack);
  });
}

async function withThrowAway<Result>(
  options: { migrationsFrom?: string },
  work: (stack: Stack) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "migrations-"));
  const bare = { seed: "none", demoPassword: "not-used-here", web: false, functions: false } as const;
  const stack = await startStack({ dataDir, port: 0, throwAway: true, ...bare, ...options });
  try {
    return await work(stack);
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
