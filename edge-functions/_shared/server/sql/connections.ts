/**
 * Connection pool on the driver `pg`. Only the code that uses a lost connection gets an error (`ConnectionLost`). Every
 * wait has a time limit.
 */
// @ts-types="npm:@types/pg@8.23.1"
import pg from "pg";
import { asText, type Parsers, usualParsers } from "./types.ts";

export interface PoolUse {
  used: number;
  idle: number;
  waiting: number;
}

export interface DatabaseOptions {
  /** Maximum number of connections. */
  most: number;
  /** Name of the application that the database server shows for these connections. */
  name?: string;
  /**
   * Time limit in milliseconds per statement, after which the connection is considered lost. Infinity for work that may
   * take long.
   */
  patience?: number;
  /** Time limit in milliseconds for opening a connection, if not the default. */
  connecting?: number;
  /** Parsers of result values, if not `usualParsers`. */
  types?: Parsers;
}

/**
 * Default time limits in milliseconds: for opening a connection, for waiting for a free connection of the pool, and for
 * a statement.
 */
export const connectPatience = 8000;
const turnPatience = 15_000;
const usualPatience = 15_000;
/** Milliseconds after which an unused connection is closed. */
const idleTime = 60_000;

/**
 * Error: the connection ended, couldn't be opened, or didn't respond in time. Unless the error is `uncertain`, the
 * statement was rolled back or never started.
 */
export class ConnectionLost extends Error {
  /** True if the connection was lost during COMMIT. The transaction may then have been committed. */
  readonly uncertain: boolean;

  constructor(cause: unknown, uncertain = false) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "ConnectionLost";
    this.uncertain = uncertain;
  }
}

/** An error that Postgres reports for a statement; its `code` is the SQLSTATE. */
export type DatabaseError = pg.DatabaseError & { code: string };

export const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof pg.DatabaseError && error.code !== undefined;

/**
 * Returns a ConnectionLost for an error that is not from Postgres, or that ends the connection. Returns null for all
 * other errors.
 */
function lossOf(error: unknown): ConnectionLost | null {
  if (error instanceof ConnectionLost) return error;
  return error instanceof pg.DatabaseError && error.severity !== "FATAL" && error.severity !== "PANIC"
    ? null
    : new ConnectionLost(error);
}

/** A connection of the pool, in use until it is released. */
export interface Connection {
  /** Runs a statement. @throws DatabaseError, ConnectionLost; after a ConnectionLost the connection can't be used. */
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
  release(): void;
}

export interface Connections {
  /** Takes a connection from the pool. @throws ConnectionLost when no connection is available. */
  connect(): Promise<Connection>;
  end(): Promise<void>;
  use(): PoolUse;
}

/** Opens a connection pool; connections are opened on demand. */
export function openConnections(
  url: string,
  { most, name, patience, connecting, types }: DatabaseOptions,
): Connections {
  const pool = new pg.Pool({
    Client: clientWithin(connecting ?? connectPatience),
    connectionString: asLibpq(url),
    max: most,
    idleTimeoutMillis: idleTime,
    connectionTimeoutMillis: turnPatience,
    query_timeout: patience === Number.POSITIVE_INFINITY ? 0 : (patience ?? usualPatience),
    keepAlive: true,
    types: { getTypeParser: (oid: number) => (types ?? usualParsers)[oid] ?? asText },
    ...(name === undefined ? {} : { application_name: name }),
  });
  // Listen and ignore the event. Without a listener, a lost connection would end the process. The statement on the
  // connection throws the error.
  const ignore = () => undefined;
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return {
    async connect() {
      const client = await pool.connect().catch(rethrow);
      return new PooledConnection(client);
    },
    end: () => pool.end(),
    use: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}

/**
 * Returns a client class with its own time limit for opening a connection. `pg.Pool` has only one limit, which also
 * covers the wait for a free connection.
 */
const clientWithin = (patience: number) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: patience });
    }
  };

/** Makes `pg` treat `sslmode=require` like libpq: encrypt the connection, but don't verify the certificate. */
export function asLibpq(url: string): string {
  const address = new URL(url);
  if (address.searchParams.has("sslmode")) address.searchParams.set("uselibpqcompat", "true");
  return address.toString();
}

function rethrow(error: unknown): never {
  throw lossOf(error) ?? error;
}

export class PooledConnection implements Connection {
  private lost: ConnectionLost | undefined;
  private readonly client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  /** Runs a statement. @param patience Time limit in milliseconds, if not the pool's default. */
  async query(text: string, values: readonly unknown[] = [], patience?: number): Promise<pg.QueryResult> {
    if (this.lost) throw this.lost;
    // Without values, the driver uses the simple protocol, which accepts several statements and returns a result for
    // each.
    const asked = values.length > 0 ? { text, values: [...values] } : { text };
    const config: pg.QueryConfig = patience ? Object.assign(asked, { query_timeout: patience }) : asked;
    try {
      const result: pg.QueryResult | pg.QueryResult[] = await this.client.query(config);
      return Array.isArray(result) ? (result.at(-1) as pg.QueryResult) : result;
    } catch (error) {
      this.lost = lossOf(error) ?? undefined;
      throw this.lost ?? error;
    }
  }

  /**
   * Starts a query object of the driver, such as a COPY stream. The query object itself reports its end and its errors.
   */
  submit<Q extends pg.Submittable>(query: Q): Q {
    return this.client.query(query);
  }

  release(): void {
    this.client.release(this.lost);
  }
}
