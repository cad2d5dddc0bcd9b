/** Addresses of databases in the cluster, and copies of whole databases. */
import postgres from "postgres";
import { servicesRole } from "./platform-sql.ts";
import { superuser } from "./postgres.ts";
import type { Secrets } from "./secrets.ts";
import { loopback } from "./settings.ts";

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

/** Copies a database that nobody is connected to. An existing copy of that name is replaced. */
export async function cloneDatabase(superuserUrl: string, source: string, name: string): Promise<void> {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name)) throw new Error(`Not a plain database name: ${name}`);
  const address = new URL(superuserUrl);
  address.pathname = "/template1";
  const sql = postgres(address.href, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(`drop database if exists ${name} with (force)`);
    await sql.unsafe(`create database ${name} template ${source} owner postgres strategy file_copy`);
  } finally {
    await sql.end();
  }
}
