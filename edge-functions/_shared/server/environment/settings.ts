/**
 * Settings from the environment, read on first use, so that tests can set them first. Supabase sets SUPABASE_URL,
 * SUPABASE_PUBLISHABLE_KEYS and SUPABASE_SECRET_KEYS, or in older projects SUPABASE_ANON_KEY and
 * SUPABASE_SERVICE_ROLE_KEY. API_DB_URL is a secret of the deployment: the connection string of the login role
 * api_gateway, through the transaction pooler if there is one. API_DB_READ_URL is the connection string of a read
 * replica (replica.ts).
 */
import { safeDatabaseAddress } from "./database-address.ts";
import { projectKey } from "./project-keys.ts";

/**
 * The environment, in Deno and in Node, without an import of node:process, because `deno check` would then need Node's
 * types.
 */
const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process;

export interface ServerSettings {
  supabaseUrl: string;
  publishableKey: string;
  /** Secret of HS256 tokens; absent if tokens are signed with asymmetric keys only. */
  jwtSecret: string | undefined;
  databaseUrl: string;
  /** Maximum number of open connections per function. */
  poolSize: number;
  /** Address of the read replica, if the deployment has one. */
  readUrl: string | undefined;
  /** Minutes without activity after which the web app ends a session. */
  idleMinutes: number;
  /**
   * Number of trusted proxies in front of the functions. Each proxy appends the address from which it got the request.
   */
  proxies: number;
  /**
   * Secret that the trusted proxies send (rules/caller-address.ts). If the secret is not set, forwarded addresses are
   * ignored.
   */
  proxySecret: string | undefined;
  /** Token that gives access to the metrics without an account. If absent, only administrators can read the metrics. */
  metricsToken: string | undefined;
}

let settings: ServerSettings | undefined;

/** Reads and caches the settings. @throws Error that names the missing variable. */
export function serverSettings(): ServerSettings {
  settings ??= {
    supabaseUrl: required("SUPABASE_URL").replace(/\/+$/, ""),
    publishableKey: key("SUPABASE_PUBLISHABLE_KEYS", "SUPABASE_ANON_KEY"),
    // On hosted Supabase, the secret is named JWT_SECRET, because users can't set names that start with SUPABASE_.
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

/**
 * Key for the administration of Supabase Auth and for Storage. Use it only after the database has permitted the
 * action.
 * @throws Error when the key is not set.
 */
export const serviceKey = (): string => key("SUPABASE_SECRET_KEYS", "SUPABASE_SERVICE_ROLE_KEY");

const key = (variable: string, legacy: string): string =>
  projectKey(variable, env[variable]) ?? required(legacy, `Neither ${variable} nor ${legacy} is set.`);

function required(name: string, problem = `The environment variable ${name} is not set.`): string {
  const value = env[name];
  if (!value) throw new Error(problem);
  return value;
}
