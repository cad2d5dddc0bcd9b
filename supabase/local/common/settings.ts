/** Reads the environment variables of the embedded stack, and defines paths and names that its parts share. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { StackError } from "./stack-error.ts";

/** Root folder of the repository. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");

/** All parts of the stack listen only on this address. */
export const loopback = "127.0.0.1";

/**
 * Data that a new database is filled with: demo (offices with sample records), reference (only the lists that users
 * choose from), or national (records of a whole country, for benchmarks).
 */
export type SeedKind = "demo" | "reference" | "national";

/** Names of the edge functions, which are also the first segments of their public paths. */
export const functionNames = ["api", "charts", "dropdown"] as const;
export type FunctionName = (typeof functionNames)[number];

/** A tile server. Maps show its tiles, with streets, under the province outlines. */
export interface Tiles {
  /** URL template of a tile with {z}, {x} and {y}, and {s} for subdomains. */
  tileUrl: string;
  /** Attribution to show on the map, as the tile server's terms require. */
  tileAttribution: string;
}

/** Environment variables with the mail settings of the functions (server/environment/mail-settings.ts). */
export type MailEnvironment = Readonly<Record<(typeof mailVariables)[number], string>>;
const mailVariables = [
  "SMTP_HOST",
  "SMTP_PORT",
  "SMTP_TLS",
  "SMTP_USER",
  "SMTP_PASS",
  "SMTP_SENDER",
  "SMTP_CA",
  "WEB_URL",
  "DIGEST_TOKEN",
] as const;

export interface Settings {
  port: number;
  dataDir: string;
  demoPassword: string;
  seed: SeedKind;
  /** Multiplier for the number of records of the national data; 1 is the size of the real country. */
  scale: number;
  /** Seed of the random generator of the sample records: the same number generates the same records. */
  seedNumber: number;
  /** Minutes after which an idle session ends. */
  idleMinutes: number;
  /**
   * Number of trusted reverse proxies in front of the gateway. The client's address is taken from the addresses that
   * these proxies add to x-forwarded-for.
   */
  proxies: number;
  /** Token that grants access to the metrics. */
  metricsToken: string | undefined;
  /** URL that connects as the role api_gateway to a streaming replica on this machine. */
  readUrl: string | undefined;
  /** Mail settings; null if mail is not set up. */
  mail: MailEnvironment | null;
  /** Tile server of the maps; null if maps show only outlines. */
  tiles: Tiles | null;
}

const seedKinds: readonly string[] = ["demo", "reference", "national"];

/**
 * Reads PORT, DATA_DIR, DEMO_PASSWORD, SEED, SEED_SCALE, SEED_NUMBER, SESSION_IDLE_MINUTES, TRUSTED_PROXIES,
 * METRICS_TOKEN, API_DB_READ_URL, MAP_TILE_URL, MAP_TILE_ATTRIBUTION, and the mail variables.
 * @throws StackError that names the variable when a value is invalid.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const seed = env.SEED || "demo";
  if (!seedKinds.includes(seed)) {
    throw new StackError(`SEED is "${seed}", but must be one of ${seedKinds.join(", ")}.`);
  }
  const demoPassword = env.DEMO_PASSWORD || "Demo-2025!";
  if (demoPassword.length < 6) throw new StackError("DEMO_PASSWORD must have at least 6 characters.");
  return {
    port: readNumber("PORT", env.PORT, 3000, 1, 65_535),
    dataDir: path.resolve(projectRoot, env.DATA_DIR || ".local"),
    demoPassword,
    seed: seed as SeedKind,
    scale: readNumber("SEED_SCALE", env.SEED_SCALE, 1, 1, 100),
    seedNumber: readNumber("SEED_NUMBER", env.SEED_NUMBER, 1, 0, 2 ** 31),
    idleMinutes: readNumber("SESSION_IDLE_MINUTES", env.SESSION_IDLE_MINUTES, 30, 1, 24 * 60),
    proxies: readNumber("TRUSTED_PROXIES", env.TRUSTED_PROXIES, 0, 0, 10),
    metricsToken: env.METRICS_TOKEN || undefined,
    readUrl: env.API_DB_READ_URL || undefined,
    mail: readMail(env),
    tiles: readTiles(env.MAP_TILE_URL, env.MAP_TILE_ATTRIBUTION),
  };
}

function readMail(env: NodeJS.ProcessEnv): MailEnvironment | null {
  if (!env.SMTP_HOST) return null;
  if (!env.SMTP_SENDER)
    throw new StackError('SMTP_HOST wants a sender as well: SMTP_SENDER="ARBO <arbo@office.example>".');
  readNumber("SMTP_PORT", env.SMTP_PORT, 587, 1, 65_535);
  if (!["", "on", "off"].includes(env.SMTP_TLS ?? ""))
    throw new StackError(`SMTP_TLS is "${env.SMTP_TLS}", but must be on or off.`);
  const found = Object.fromEntries(mailVariables.map((name) => [name, env[name] ?? ""])) as MailEnvironment;
  return { ...found, DIGEST_TOKEN: found.DIGEST_TOKEN || randomUUID() };
}

function readTiles(url: string | undefined, attribution: string | undefined): Tiles | null {
  if (!url) return null;
  if (!/^https?:\/\//.test(url) || !["{z}", "{x}", "{y}"].every((part) => url.includes(part))) {
    throw new StackError(`MAP_TILE_URL is "${url}", but must be a URL with {z}, {x} and {y}.`);
  }
  return { tileUrl: url, tileAttribution: attribution ?? "" };
}

function readNumber(
  name: string,
  text: string | undefined,
  fallback: number,
  min: number,
  max: number,
): number {
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new StackError(`${name} is "${text}", but must be a whole number from ${min} to ${max}.`);
  }
  return value;
}
