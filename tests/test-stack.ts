/** Access to the stacks that `npm test` starts for the tests, and supabase-js clients for them. */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import ws from "ws";

export interface TestStack {
  url: string;
  /** Data folder of the stack. Its stack.json lists the processes. */
  dataDir: string;
  databaseUrl: string;
  superuserUrl: string;
  apiGatewayUrl: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  demoPassword: string;
}

/** Returns the stacks that tests/run.ts has started, one per worker. */
export const testStacks = (): TestStack[] => JSON.parse(process.env.TEST_STACKS ?? "[]");

/**
 * Returns the stack of the current worker of Vitest or Playwright. Each worker has its own stack, so that concurrent
 * tests don't see each other's rows.
 * @throws if the tests were not started by tests/run.ts.
 */
export function testStack(): TestStack {
  const stacks = testStacks();
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? Number(process.env.VITEST_POOL_ID ?? 1) - 1);
  const stack = stacks[worker % stacks.length];
  if (!stack)
    throw new Error(
      "TEST_STACKS is not set. Run these tests with `npm test`, for example `npm test -- api/save`.",
    );
  return stack;
}

/** Creates a supabase-js client with a key of the stack. The client stores no session. */
export function supabaseClient(key: string): SupabaseClient {
  return createClient(testStack().url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // supabase-js needs a WebSocket even if realtime is not used, and Node 20 has none.
    realtime: { transport: ws as unknown as typeof WebSocket },
  });
}
