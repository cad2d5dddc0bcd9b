/**
 * The stack's passwords and keys: generated once at random and stored in DATA_DIR/secrets.json, readable only by its
 * owner. They never leave the machine; a deployment has its own passwords and keys.
 */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ifExists } from "./if-exists.ts";
import { replaceFile } from "./replace-file.ts";
import { StackError } from "./stack-error.ts";

export const secretNames = [
  "superuserPassword",
  "postgresPassword",
  "servicesPassword",
  "apiGatewayPassword",
  "jwtSecret",
  "publishableKey",
  "secretKey",
] as const;

export type SecretName = (typeof secretNames)[number];

export interface Secrets extends Record<SecretName, string> {
  /**
   * Identifier of the database cluster to which the secrets belong. Null while there is no cluster; absent in files of
   * earlier releases.
   */
  cluster?: string | null;
}

export const secretsFile = (dataDir: string): string => path.join(dataDir, "secrets.json");

/**
 * Reads the secrets of a DATA_DIR; null if there is no file.
 * @throws StackError when the file is damaged, because the existing database would not accept new secrets.
 */
export async function readSecrets(dataDir: string): Promise<Secrets | null> {
  const file = secretsFile(dataDir);
  const text = await ifExists(readFile(file, "utf8"));
  return text === null ? null : parseSecrets(text, file);
}

/** Reads the secrets of a DATA_DIR. @throws StackError when there is no system, or when the file is damaged. */
export async function requireSecrets(dataDir: string): Promise<Secrets> {
  const secrets = await readSecrets(dataDir);
  if (secrets === null) throw new StackError(`There is no system in ${dataDir}.`);
  return secrets;
}

/** Generates secrets for a new database. */
export async function generateSecrets(dataDir: string): Promise<Secrets> {
  const secrets = await randomSecrets();
  await writeSecrets(dataDir, secrets);
  return secrets;
}

/** Records to which database cluster the secrets belong; null after the cluster was removed. */
export async function recordCluster(
  dataDir: string,
  secrets: Secrets,
  cluster: string | null,
): Promise<void> {
  secrets.cluster = cluster;
  await writeSecrets(dataDir, secrets);
}

/** Returns the secrets with new values for the given names. Does not store them. */
export async function renewSecrets(secrets: Secrets, names: readonly SecretName[]): Promise<Secrets> {
  const fresh = await randomSecrets();
  return { ...secrets, ...Object.fromEntries(names.map((name) => [name, fresh[name]])) };
}

/** Stores the secrets, so that a kill or a power failure leaves either the earlier or the new ones. */
export async function writeSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  const file = secretsFile(dataDir);
  // With a fixed temporary name, the next call overwrites a temporary file that a killed process has left.
  await replaceFile(file, `${JSON.stringify(secrets, null, 2)}\n`, { draft: `${file}.new` });
}

async function randomSecrets(): Promise<Secrets> {
  // Import the package only when needed: loading it takes longer than most commands run.
  const { generateApiKey } = await import("@supabase/lite");
  const password = () => randomBytes(24).toString("base64url");
  return {
    superuserPassword: password(),
    postgresPassword: password(),
    servicesPassword: password(),
    apiGatewayPassword: password(),
    jwtSecret: randomBytes(48).toString("base64url"),
    publishableKey: (await generateApiKey("publishable")).key,
    secretKey: (await generateApiKey("secret")).key,
    cluster: null,
  };
}

function parseSecrets(text: string, file: string): Secrets {
  try {
    const parsed: Partial<Secrets> = JSON.parse(text);
    if (secretNames.every((name) => typeof parsed[name] === "string")) return parsed as Secrets;
  } catch {
    // Ignore the parse error: invalid JSON and a missing secret give the same error below.
  }
  throw new StackError(
    `${file} is damaged: the database passwords cannot be read from it. Restore it from a copy or a backup. ` +
      "To delete the database and start over: npm run db:reset.",
  );
}
