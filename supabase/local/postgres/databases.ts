/** Addresses of databases in the cluster, and copies of whole databases. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { openDatabase } from "#shared/server/sql/sql.ts";
import { portAnswers } from "../common/ports.ts";
import { identityOf } from "../common/processes.ts";
import { readSecrets, type Secrets } from "../common/secrets.ts";
import { loopback } from "../common/settings.ts";
import { runsOn, servicesRole, superuser } from "./postgres.ts";

/** The addresses of a database, by who connects. */
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

/** The addresses of the database of the system that runs in a DATA_DIR; null while none does. */
export async function runningUrls(dataDir: string): Promise<ReturnType<typeof databaseUrls> | null> {
  const secrets = await readSecrets(dataDir);
  const data = path.join(dataDir, "postgres");
  const noted = await readFile(path.join(data, "postmaster.pid"), "utf8").catch(() => "");
  const [pid, , , port] = noted.split("\n").map(Number);
  // In a copy of the folder, the file speaks of the server of the original.
  const identity = pid ? identityOf(pid) : null;
  if (!secrets || !port || !pid || identity === null || !runsOn(pid, identity, data)) return null;
  if (!(await portAnswers(port, 300))) return null;
  return databaseUrls(port, secrets, "postgres");
}

/** The copy of a seeded database that a stack with the option `template` keeps. */
export const seededTemplate = "seeded_template";

/**
 * Makes a database as it was after seeding; takes well under a second.
 * @returns its address for the owner of the tables.
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

/** Copies a database that nobody is connected to. An existing copy of that name is replaced. */
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
