/**
 * The stack's passwords and keys: made once at random and kept in DATA_DIR/secrets.json, readable by its owner only.
 * They never leave the machine; a deployment has its own.
 */
import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { generateApiKey } from "@supabase/lite";
import { StackError } from "./stack-error.ts";

const names = [
  "superuserPassword",
  "postgresPassword",
  "servicesPassword",
  "apiGatewayPassword",
  "jwtSecret",
  "publishableKey",
  "secretKey",
] as const;

export type Secrets = Record<(typeof names)[number], string>;

/**
 * Reads the secrets, or makes them when there are none yet.
 * @throws StackError when the file is there but damaged: making new ones would lock the existing database.
 */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(dataDir, "secrets.json");
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text !== null) return parseSecrets(text, file);
  const secrets = await makeSecrets();
  // Written aside and renamed, so that a kill in between leaves either no file or a whole one.
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

async function makeSecrets(): Promise<Secrets> {
  const password = () => randomBytes(24).toString("base64url");
  return {
    superuserPassword: password(),
    postgresPassword: password(),
    servicesPassword: password(),
    apiGatewayPassword: password(),
    jwtSecret: randomBytes(48).toString("base64url"),
    publishableKey: (await generateApiKey("publishable")).key,
    secretKey: (await generateApiKey("secret")).key,
  };
}

function parseSecrets(text: string, file: string): Secrets {
  try {
    const parsed: Partial<Secrets> = JSON.parse(text);
    if (names.every((name) => typeof parsed[name] === "string")) return parsed as Secrets;
  } catch {
    // Falls through to the message below, which is the same for unreadable and for incomplete files.
  }
  throw new StackError(`${file} is damaged. Restore it, or delete the folder that holds it to begin anew.`);
}
