/**
 * A pool of connections over the driver `pg`. What ends a connection is told as `ConnectionLost` to whoever used it, and to
 * nobody else; no wait is without a limit.
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
  /** Most connections at a time. */
  most: number;
  /** How the server names these connections. */
  name?: string;
  /** Milliseconds until a statement's connection is given up; Infinity where the work is known to be long. */
  patience?: number;
  /** Milliseconds that a new connection is waited for, where that differs from what is usual. */
  connecting?: number;
  /** How values come, where it is not as `parsers` says. */
  types?: Parsers;
}

/** Milliseconds that a new connection is waited for, and a free one of a pool that has no room for more. */
export const connectPatience = 8000;
const turnPatience = 15_000;
const usualPatience = 15_000;
/** Milliseconds after which an unused connection is closed. */
const idleTime = 60_000;

/** The connection ended, was never there, or did not answer in time. What the statement did is undone, or never began. */
export class ConnectionLost extends Error {
  /** The end of a transaction was under way: it may have been saved, or not. */
  readonly uncertain: boolean;

  constructor(cause: unknown, uncertain = false) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "ConnectionLost";
    this.uncertain = uncertain;
  }
}

/** What Postgres has against a statement; its `code` is the SQLSTATE. */
export type DatabaseError = pg.DatabaseError & { code: string };

export const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof pg.DatabaseError && error.code !== undefined;

/** Errors that Postgres ends the connection with are losses of it, as is all that is not Postgres' own. */
function lossOf(error: unknown): ConnectionLost | null {
  if (error instanceof ConnectionLost) return error;
  return error instanceof pg.DatabaseError && error.severity !== "FATAL" && error.severity !== "PANIC"
    ? null
    : new ConnectionLost(error);
}

/** A connection of the pool, taken by whoever asked for it until they release it. */
export interface Connection {
  /** @throws DatabaseError, ConnectionLost; after the latter the connection is of no more use. */
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult>;
  release(): void;
}

export interface Connections {
  /** @throws ConnectionLost when there is no connection to be had. */
  connect(): Promise<Connection>;
  end(): Promise<void>;
  use(): PoolUse;
}

/** A pool of connections; the first is made when it is needed. */
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
  // Without listeners, the loss of a connection would end the process. Whoever uses it is told by their statement.
  const ignore = () => undefined;
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return {
    async connect() {
      const client = await pool.connect().catch(rethrow);
      return new Taken(client);
    },
    end: () => pool.end(),
    use: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}

/** The pool knows one limit for both waits. */
const clientWithin = (patience: number) =>
  class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: patience });
    }
  };

/** As libpq reads addresses: `sslmode=require` encrypts, and asks for no certificate that the machine knows. */
export function asLibpq(url: string): string {
  const address = new URL(url);
  if (address.searchParams.has("sslmode")) address.searchParams.set("uselibpqcompat", "true");
  return address.toString();
}

function rethrow(error: unknown): never {
  throw lossOf(error) ?? error;
}

export class Taken implements Connection {
  private lost: ConnectionLost | undefined;
  private readonly client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  /** @param patience Milliseconds, where they are not those of the pool. */
  async query(text: string, values: readonly unknown[] = [], patience?: number): Promise<pg.QueryResult> {
    if (this.lost) throw this.lost;
    // Without values, the simple protocol takes several statements, and answers with as many results.
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

  /** Starts a query object of the driver, such as COPY; it reports its own end and errors. */
  submit<Q extends pg.Submittable>(query: Q): Q {
    return this.client.query(query);
  }

  release(): void {
    this.client.release(this.lost);
  }
}
