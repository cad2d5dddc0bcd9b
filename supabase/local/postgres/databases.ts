/** Returns URLs of the databases in the cluster, and copies whole databases for tests. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { waitForPort } from "../common/ports.ts";
import { identityOf } from "../common/processes.ts";
import { readSecrets, type Secrets } from "../common/secrets.ts";
import { loopback } from "../common/settings.ts";
import { isServerOf, servicesRole, superuser } from "./postgres.ts";

/** Returns the URLs of a database, one per role that connects to it. */
export function databaseUrls(port: number, secrets: Secrets, database: string) {
  const url = (role: string, password: string) =>
    `postgresql://${role}:${password}@${loopback}:${port}/${database}`;
  return {
    superuser: url(superuser, secrets.superuserPassword),
    postgres: url("postgres", secrets.postgresPassword),
    services: url(servicesRole, secrets.servicesPassword),
    apiGateway: url("api_gateway", secrets.apiGatewayPassword),
  };
}

/** Returns the database URLs of the running system of a DATA_DIR; null if it is not running. */
export async function runningUrls(dataDir: string): Promise<ReturnType<typeof databaseUrls> | null> {
  const secrets = await readSecrets(dataDir);
  const data = path.join(dataDir, "postgres");
  const noted = await readFile(path.join(data, "postmaster.pid"), "utf8").catch(() => "");
  const [pid, , , port] = noted.split("\n").map(Number);
  // If the folder is a copy, its pid file may name the server of the original folder. So check which folder the server
  // uses.
  const identity = pid ? identityOf(pid) : null;
  if (!secrets || !port || !pid || identity === null || !isServerOf(pid, identity, data)) return null;
  if (!(await waitForPort(port, 300))) return null;
  return databaseUrls(port, secrets, "postgres");
}

/**
 * Name of the copy of the seeded database from which new databases are copied. No client connects to it. A stack with
 * the option `template` creates it.
 */
export const seededTemplate = "seeded_template";

/**
 * Creates a database with the content that the seed created. Takes well under a second.
 * @returns URL that connects to the new database as the owner of the tables.
 */
export async function freshDatabase(
  stack: { superuserUrl: string; databaseUrl: string },
  name: string,
): Promise<string> {
  await cloneDatabase(stack.superuserUrl, seededTemplate, name);
  const address = new URL(stack.databaseUrl);
  address.pathname = `/${name}`;
  return address.href;
}

/** Copies a database to which nothing is connected. Replaces an existing database with the name of the copy. */
export async function cloneDatabase(superuserUrl: string, source: string, name: string): Promise<void> {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`Not a plain database name: ${name}`);
  const address = new URL(superuserUrl);
  address.pathname = "/template1";
  const sql = openDatabase(address.href, { most: 1, patience: Number.POSITIVE_INFINITY });
  try {
    await sql.unsafe(`drop database if exists ${name} with (force)`);
    await sql.unsafe(`create database ${name} template ${source} owner postgres strategy file_copy`);
  } finally {
    await sql.end();
  }
}
