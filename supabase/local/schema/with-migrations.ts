/**
 * Provides temporary databases, created from the migrations or from supabase/schemas, and removes them after use, or
 * when the process gets a signal to end.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { interruption, runAndClose } from "../common/interruption.ts";
import { type Stack, startStack } from "../stack.ts";
import { applySchemas } from "./schemas.ts";

/**
 * Runs `work` with a temporary database created from the migrations. Starts no other parts of the stack.
 * @throws StackError when the database cannot be started; and errors of the work.
 */
export function withMigrations<Result>(work: (stack: Stack) => Promise<Result>): Promise<Result> {
  return withThrowAway({}, work);
}

/**
 * Runs `work` with a temporary database created from supabase/schemas. Starts no other parts of the stack.
 * @throws An error that names the file whose SQL fails, and the errors of withMigrations.
 */
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
  try {
    const signal = interruption;
    const stack = await startStack({ dataDir, port: 0, throwAway: true, signal, ...bare, ...options });
    return await runAndClose(
      () => work(stack),
      () => stack.stop(),
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
