/** The stacks that `npm test` starts for the tests, and supabase-js clients for them. */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import ws from "ws";

export interface TestStack {
  url: string;
  /** Its stack.json names the processes. */
  dataDir: string;
  databaseUrl: string;
  superuserUrl: string;
  apiGatewayUrl: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  demoPassword: string;
}

/**
 * The stack of the present worker: each worker of Vitest and Playwright has one of its own, since what one test does would
 * be found by another.
 * @throws when the tests were not started by tests/run.ts.
 */
export function testStack(): TestStack {
  const stacks = JSON.parse(process.env.TEST_STACKS ?? "[]") as TestStack[];
  const worker = Number(process.env.TEST_PARALLEL_INDEX ?? Number(process.env.VITEST_POOL_ID ?? 1) - 1);
  const stack = stacks[worker % stacks.length];
  if (!stack)
    throw new Error("TEST_STACKS is not set: run these tests by `npm test`, e.g. `npm test -- api/save`");
  return stack;
}

/** A supabase-js client with a key of the stack. It remembers no session. */
export function supabaseClient(key: string): SupabaseClient {
  return createClient(testStack().url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket of its own, which supabase-js wants even when realtime is not used.
    realtime: { transport: ws as unknown as typeof WebSocket },
  });
}
