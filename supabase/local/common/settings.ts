/**
 * Where things are and which settings of the environment the embedded stack obeys (design: the two commands).
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { StackError } from "./stack-error.ts";

/** The repository's root folder. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");

/** Everything here listens on this address and no other. */
export const loopback = "127.0.0.1";

/** What is put into a new database: demo (offices with sample records), reference (lists only), national (bench). */
export type SeedKind = "demo" | "reference" | "national";

/** The names of the edge functions, which are also the first segments of their public paths. */
export const functionNames = ["api", "charts", "dropdown"] as const;
export type FunctionName = (typeof functionNames)[number];

/** A tile server whose streets the maps show below the outlines of the provinces. */
export interface Tiles {
  /** Address of a tile with {z}, {x} and {y}, and {s} for subdomains. */
  tileUrl: string;
  /** What its terms want to be shown on the map. */
  tileAttribution: string;
}

/** What the functions are told of the mail server, by the names of their environment (server/environment/mail-settings.ts). */
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
  /** Multiplies the number of seeded records: 1 is the size the kind stands for. */
  scale: number;
  /** Start of the random series of the seed: the same number makes the same records. */
  seedNumber: number;
  /** Minutes after which an idle session ends. */
  idleMinutes: number;
  /** Proxies of one's own in front. */
  proxies: number;
  /** Opens the metrics to whoever has it. */
  metricsToken: string | undefined;
  /** Address of a streaming replica on this machine, as the role api_gateway. */
  readUrl: string | undefined;
  /** Null where no mail is sent. */
  mail: MailEnvironment | null;
  /** Null where the maps do with the outlines alone. */
  tiles: Tiles | null;
}

const seedKinds: readonly string[] = ["demo", "reference", "national"];

/**
 * Reads PORT, DATA_DIR, DEMO_PASSWORD, SEED, SEED_SCALE, SEED_NUMBER, SESSION_IDLE_MINUTES, TRUSTED_PROXIES, METRICS_TOKEN, API_DB_READ_URL,
 * MAP_TILE_URL, MAP_TILE_ATTRIBUTION, and those of mail.
 * @throws StackError naming the variable when a value makes no sense.
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
    throw new StackError(`MAP_TILE_URL is "${url}", but must be an address with {z}, {x} and {y}.`);
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
