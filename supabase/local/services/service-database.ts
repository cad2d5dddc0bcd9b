/**
 * Database access of Auth, REST and Storage: lets @supabase/lite, which uses Kysely, connect with the product's own
 * database driver. The driver of @supabase/lite would end the process when it loses a connection.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Connection } from "@supabase/lite";
import { PgliteConnection } from "@supabase/lite/pglite";
import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import {
  arrayParsers,
  ConnectionLost,
  type Connections,
  type DatabaseError,
  isDatabaseError,
  openConnections,
  type Parsers,
} from "#shared/server/sql/sql.ts";

const requests = new AsyncLocalStorage<{ lost: boolean; refusal?: DatabaseError }>();

/**
 * Runs the work of one request. Reports whether a database connection was lost meanwhile, even if @supabase/lite hides
 * the error.
 */
export async function detectConnectionLoss<T>(work: () => Promise<T>): Promise<{ result: T; lost: boolean }> {
  const request: { lost: boolean } = { lost: false };
  const result = await requests.run(request, work);
  return { result, lost: request.lost };
}

/**
 * Returns the last error that Postgres reported during the current request. @supabase/lite drops the code of most
 * errors.
 */
export const lastDatabaseError = (): DatabaseError | undefined => requests.getStore()?.refusal;

/**
 * Class of @supabase/lite for connections to any Postgres. The package does not export the class, so take it as the
 * parent class of PgliteConnection. Importing the other exported subclass would also import the package's own driver.
 */
const AnyPostgres: new (config: { url: string }) => Connection = Object.getPrototypeOf(PgliteConnection);

export interface ServiceDatabase {
  connection: Connection;
  close(): Promise<void>;
}

/**
 * Opens the database for one service.
 * @param most Maximum number of connections.
 * @param schema The only schema that the service finds; null for all schemas.
 */
export function openServiceDatabase(url: string, most: number, schema: string | null): ServiceDatabase {
  const connection = new AnyPostgres({ url });
  if (schema !== null) hideOtherSchemas(connection, schema);
  const connections = openConnections(url, { most, types: parsers });
  connection.kysely = new Kysely({ dialect: new PostgresDialect({ pool: asPool(connections) }) });
  // With the default "unknown", @supabase/lite would grant the API's roles access to all objects in schemas with
  // policies. The migrations do not allow this access. With "active", @supabase/lite grants nothing.
  Reflect.set(connection, "rlsState", "active");
  return { connection, close: () => connections.end() };
}

/**
 * Hides the columns and foreign keys of other schemas from @supabase/lite. It looks them up by the name of the table
 * alone, so it would use the columns of auth.users for an embedded public.users.
 */
function hideOtherSchemas(connection: Connection, schema: string): void {
  const introspect = connection.introspect.bind(connection);
  const isShown = (part: { schema?: string }) => part.schema === schema;
  connection.introspect = async (options) => {
    const found = await introspect(options);
    return {
      ...found,
      columns: found.columns.filter(isShown),
      foreign_keys: found.foreign_keys.filter(isShown),
    };
  };
}

/** Implements the parts of a connection pool that Kysely needs here. Leaves out cursors. */
function asPool(connections: Connections): PostgresPool {
  const noted = (error: unknown): never => {
    const request = requests.getStore();
    if (request && error instanceof ConnectionLost) request.lost = true;
    if (request && isDatabaseError(error)) request.refusal = error;
    throw error;
  };
  const connect = async () => {
    const connection = await connections.connect().catch(noted);
    return {
      query: (text: string, values: readonly unknown[]) => connection.query(text, values).catch(noted),
      release: () => connection.release(),
    };
  };
  return { connect, end: () => connections.end() } as unknown as PostgresPool;
}

const asNumber = (text: string): number => Number(text);
const asJson = (text: string): unknown => JSON.parse(text);
/** Formats times like PostgREST and Auth: 2026-11-21T02:38:53.06+00:00. */
const asIsoTime = (text: string): string => text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");

/** Parses values like the driver of @supabase/lite. */
const parsers: Parsers = {
  ...arrayParsers,
  16: (text) => text === "t",
  20: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text)),
  21: asNumber,
  23: asNumber,
  26: asNumber,
  700: asNumber,
  701: asNumber,
  1700: (text) => (String(Number(text)) === text ? Number(text) : text),
  114: asJson,
  3802: asJson,
  1114: asIsoTime,
  1184: asIsoTime,
};
