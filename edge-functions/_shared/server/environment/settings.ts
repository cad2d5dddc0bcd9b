/**
 * What the functions are told by their environment. Read at the first use, so that tests may set it first.
 *
 * Supabase sets SUPABASE_URL, SUPABASE_PUBLISHABLE_KEYS and SUPABASE_SECRET_KEYS, and in older projects SUPABASE_ANON_KEY and
 * SUPABASE_SERVICE_ROLE_KEY in their place; API_DB_URL is a secret of the deployment: the connection string of the login
 * role api_gateway (through the transaction pooler where there is one). API_DB_READ_URL is that of a read replica, where
 * there is one (replica.ts).
 */
import { safeDatabaseAddress } from "./database-address.ts";
import { projectKey } from "./project-keys.ts";

/** The environment, in Deno as in Node; importing node:process would make `deno check` want Node's types. */
const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process;

export interface ServerSettings {
  supabaseUrl: string;
  publishableKey: string;
  /** Secret of HS256 tokens; absent where tokens are signed with asymmetric keys only. */
  jwtSecret: string | undefined;
  databaseUrl: string;
  /** Most connections that one function keeps open. */
  poolSize: number;
  /** Address of a read replica; absent where there is none. */
  readUrl: string | undefined;
  /** The web ends a session that nobody uses for so many minutes. */
  idleMinutes: number;
  /** Proxies of one's own before the functions, each of which adds the address that it saw. */
  proxies: number;
  /** What they send along (rules/caller-address.ts): of a call without it, no address that it brings is believed. */
  proxySecret: string | undefined;
  /** What opens the metrics to whoever has it, without an account; absent where administrators alone read them. */
  metricsToken: string | undefined;
}

let settings: ServerSettings | undefined;

/** @throws an Error naming the variable that is missing. */
export function serverSettings(): ServerSettings {
  settings ??= {
    supabaseUrl: required("SUPABASE_URL").replace(/\/+$/, ""),
    publishableKey: key("SUPABASE_PUBLISHABLE_KEYS", "SUPABASE_ANON_KEY"),
    // Hosted functions may not set names that begin with SUPABASE_, hence the second one.
    jwtSecret: env.SUPABASE_JWT_SECRET || env.JWT_SECRET || undefined,
    databaseUrl: safeDatabaseAddress(required("API_DB_URL"), env.API_DB_PLAIN_HOST),
    poolSize: Number(env.API_DB_POOL) || 10,
    readUrl: env.API_DB_READ_URL
      ? safeDatabaseAddress(env.API_DB_READ_URL, env.API_DB_PLAIN_HOST, "API_DB_READ_URL")
      : undefined,
    idleMinutes: Number(env.SESSION_IDLE_MINUTES) || 30,
    proxies: Number(env.TRUSTED_PROXIES) || 0,
    proxySecret: env.PROXY_SECRET || undefined,
    metricsToken: env.METRICS_TOKEN || undefined,
  };
  return settings;
}

/** Opens the administration of Supabase Auth, and Storage; used only after the database has said yes. @throws an Error without it. */
export const serviceKey = (): string => key("SUPABASE_SECRET_KEYS", "SUPABASE_SERVICE_ROLE_KEY");

const key = (variable: string, legacy: string): string =>
  projectKey(variable, env[variable]) ?? required(legacy, `Neither ${variable} nor ${legacy} is set.`);

function required(name: string, problem = `The environment variable ${name} is not set.`): string {
  const value = env[name];
  if (!value) throw new Error(problem);
  return value;
}
