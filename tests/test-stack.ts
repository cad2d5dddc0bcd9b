/** The stack that `npm test` has started for the tests, and supabase-js clients for it. */
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

/** @throws when the tests were not started by tests/run.ts. */
export function testStack(): TestStack {
  const text = process.env.TEST_STACK;
  if (!text)
    throw new Error("TEST_STACK is not set: these tests run through `npm test`, e.g. `npm test -- api`");
  return JSON.parse(text) as TestStack;
}

/** A supabase-js client with a key of the stack. It remembers no session. */
export function supabaseClient(key: string): SupabaseClient {
  return createClient(testStack().url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    // Node 20 has no WebSocket of its own, which supabase-js wants even when realtime is not used.
    realtime: { transport: ws as unknown as typeof WebSocket },
  });
}
