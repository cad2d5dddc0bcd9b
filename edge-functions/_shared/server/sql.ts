/**
 * SQL over the driver `pg`, for the functions, the embedded stack, the seed and the tests: templates and texts with
 * parameters, and transactions.
 *
 * A connection may be lost at any moment. That ends what it was doing with `ConnectionLost` and nothing else: the pool
 * opens another one for whoever asks next. No wait is without a limit, also while the server is silent.
 *
 * No named prepared statements: a transaction pooler gives each transaction another connection.
 */
// @ts-types="npm:@types/pg@8.23.1"
import pg from "pg";

export type Value = string | number | bigint | boolean | null | Date | object;

/** The rows of an answer; `count` is how many rows a statement has read or changed. */
export type Rows<T extends readonly object[]> = T & { readonly count: number };

// biome-ignore lint/suspicious/noExplicitAny: what a statement answers is known to whoever wrote it.
type AnyRow = Record<string, any>;

export interface Statements {
  /** One statement with its values as parameters; those that `sql(…)` has made are written out in it. */
  <T extends readonly object[] = AnyRow[]>(
    text: TemplateStringsArray,
    ...values: readonly (Value | Written)[]
  ): Promise<Rows<T>>;
  /** A name, a list of names, or the fields of a row or of rows, to be put into a template. */
  (part: Part): Written;
  /** A text with `$1`, `$2`, …; without values it may be several statements, and the answer is that of the last. */
  unsafe<T extends readonly object[] = AnyRow[]>(
    text: string,
    values?: readonly (Value | undefined)[],
  ): Promise<Rows<T>>;
}

export interface Transaction extends Statements {
  /** Work that is undone alone when it throws. */
  savepoint<T>(work: (point: Transaction) => Promise<T>): Promise<T>;
}

export interface BeginOptions {
  /** As Postgres has it after `begin`, such as `read only`. */
  mode?: string;
  /** Milliseconds that each statement may take before its connection is given up, where that differs from the pool's. */
  patience?: number;
}

export interface Database extends Statements {
  /** One transaction; what the work throws undoes it. */
  begin<T>(work: (tx: Transaction) => Promise<T>, options?: BeginOptions): Promise<T>;
  /** Closes all connections, once what is under way has ended. */
  end(): Promise<void>;
}

export interface DatabaseOptions {
  /** Most connections at a time. */
  most: number;
  /** How the server names these connections. */
  name?: string;
  /** Milliseconds until a statement's connection is given up; Infinity where the work is known to be long. */
  patience?: number;
  /** How values come, where it is not as `parsers` says. */
  types?: Parsers;
}

/** Milliseconds that a new connection is waited for, and a free one of a pool that has no room for more. */
const connectPatience = 8000;
const turnPatience = 15_000;
const usualPatience = 15_000;
/** Milliseconds after which an unused connection is closed. */
const idleTime = 60_000;
/** Connections that were lost while nobody used them, before a transaction is not begun. */
const attempts = 3;

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
}

/** A pool of connections; the first is made when it is needed. */
export function openConnections(url: string, { most, name, patience, types }: DatabaseOptions): Connections {
  const pool = new pg.Pool({
    Client,
    connectionString: asLibpq(url),
    max: most,
    idleTimeoutMillis: idleTime,
    connectionTimeoutMillis: turnPatience,
    query_timeout: patience === Number.POSITIVE_INFINITY ? 0 : (patience ?? usualPatience),
    keepAlive: true,
    types: { getTypeParser: (oid: number) => (types ?? parsers)[oid] ?? asText },
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
  };
}

/** The pool knows one limit for both waits. */
class Client extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: connectPatience });
  }
}

/** As libpq reads addresses: `sslmode=require` encrypts, and asks for no certificate that the machine knows. */
function asLibpq(url: string): string {
  const address = new URL(url);
  if (address.searchParams.has("sslmode")) address.searchParams.set("uselibpqcompat", "true");
  return address.toString();
}

function rethrow(error: unknown): never {
  throw lossOf(error) ?? error;
}

class Taken implements Connection {
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

  release(): void {
    this.client.release(this.lost);
  }
}

/** The same, for statements and transactions. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const connections = openConnections(url, options);

  const single: Run = async (text, values) => {
    const connection = await connections.connect();
    try {
      return await connection.query(text, values);
    } finally {
      connection.release();
    }
  };

  async function begin<T>(
    work: (tx: Transaction) => Promise<T>,
    { mode, patience }: BeginOptions = {},
  ): Promise<T> {
    const connection = await begun(connections, mode ? `begin ${mode}` : "begin", patience);
    const session = new Session((text, values) => connection.query(text, values, patience));
    try {
      const result = await work(transaction(session.run));
      await session.commit(mode?.endsWith("read only") ?? false);
      return result;
    } catch (error) {
      await session.rollBack();
      throw error;
    } finally {
      connection.release();
    }
  }

  return Object.assign(statements(single), { begin, end: () => connections.end() });
}

/** A connection in a transaction. What was lost while nobody used it is replaced, since nothing has been done. */
async function begun(connections: Connections, opening: string, patience?: number): Promise<Taken> {
  for (let attempt = 1; ; attempt++) {
    const connection = (await connections.connect()) as Taken;
    const since = Date.now();
    try {
      await connection.query(opening, [], patience);
      return connection;
    } catch (error) {
      connection.release();
      // A server that is silent is not waited for again.
      if (Date.now() - since > connectPatience || attempt === attempts) throw error;
    }
  }
}

type Run = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

/** What every statement of a transaction meets that follows one that failed. */
const afterFailure = "25P02";

/** The statements of one transaction: one after the other, also those that are asked for at once, and none after its end. */
class Session {
  private last: Promise<unknown> = Promise.resolve();
  private ended = false;
  private failure: unknown;
  private readonly ask: Run;

  constructor(ask: Run) {
    this.ask = ask;
  }

  readonly run: Run = (text, values) => {
    if (this.ended) return Promise.reject(new Error("The transaction has ended."));
    const next = this.last.then(() => this.ask(text, values));
    this.last = next.catch((error: unknown) => {
      if (!(isDatabaseError(error) && error.code === afterFailure)) this.failure = error;
    });
    return next;
  };

  /** @throws what made a statement fail that nothing has undone, or ConnectionLost, uncertain of what became of all. */
  async commit(onlyRead: boolean): Promise<void> {
    const result = await this.end("commit").catch((error: unknown) => {
      if (!(error instanceof ConnectionLost)) throw error;
      if (!onlyRead) throw new ConnectionLost(error.cause, true);
    });
    // Postgres' answer to a commit after a failure.
    if (result?.command === "ROLLBACK") throw this.failure ?? new Error("The transaction was undone.");
  }

  async rollBack(): Promise<void> {
    // A connection on which not even this succeeds is lost.
    if (!this.ended) await this.end("rollback").catch(() => undefined);
  }

  private end(text: string): Promise<pg.QueryResult> {
    const done = this.run(text, []);
    this.ended = true;
    return done;
  }
}

function transaction(run: Run): Transaction {
  let points = 0;
  async function savepoint<T>(work: (point: Transaction) => Promise<T>): Promise<T> {
    const name = `point_${++points}`;
    await run(`savepoint ${name}`, []);
    try {
      const result = await work(tx);
      await run(`release savepoint ${name}`, []);
      return result;
    } catch (error) {
      if (!(error instanceof ConnectionLost))
        await run(`rollback to savepoint ${name}; release savepoint ${name}`, []);
      throw error;
    }
  }
  const tx: Transaction = Object.assign(statements(run), { savepoint });
  return tx;
}

function statements(run: Run): Statements {
  const rowsOf = async (text: string, values: readonly unknown[]) => {
    const { rows, rowCount } = await run(text, values);
    // Beside the rows, not one of their keys.
    return Object.defineProperty(rows, "count", { value: rowCount ?? 0 });
  };
  function sql(first: TemplateStringsArray | Part, ...values: readonly (Value | Written)[]) {
    if (!isTemplate(first)) return new Written(first);
    const statement = writeOut(first, values);
    return rowsOf(statement.text, statement.values);
  }
  return Object.assign(sql, {
    unsafe: (text: string, values: readonly unknown[] = []) => rowsOf(text, values),
  }) as Statements;
}

type Part = string | readonly string[] | object | readonly object[];

/** A part of a template that is no value: names, or the fields of rows. */
export class Written {
  readonly part: Part;

  constructor(part: Part) {
    this.part = part;
  }
}

const isTemplate = (first: TemplateStringsArray | Part): first is TemplateStringsArray =>
  Array.isArray(first) && "raw" in first;

/** Quotes a column or table name, with its schema or without. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function writeOut(
  texts: TemplateStringsArray,
  given: readonly (Value | Written)[],
): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown) => `$${values.push(value)}`;
  let text = texts[0] ?? "";
  given.forEach((value, place) => {
    text += value instanceof Written ? written(value.part, text, add) : add(value);
    text += texts[place + 1] ?? "";
  });
  return { text, values };
}

/** Names as they are; rows as `(a, b) values (…), (…)`, or after `set` as `a = …, b = …`. */
function written(part: Part, before: string, add: (value: unknown) => string): string {
  if (typeof part === "string") return part.split(".").map(identifier).join(".");
  const items = Array.isArray(part) ? (part as readonly (string | object)[]) : [part];
  if (items.every((item) => typeof item === "string")) return items.map(identifier).join(", ");
  const rows = items as readonly Readonly<Record<string, unknown>>[];
  const names = Object.keys(rows[0] ?? {});
  if (/\bset\s*$/i.test(before)) {
    return names.map((name) => `${identifier(name)} = ${add(rows[0]?.[name])}`).join(", ");
  }
  const tuples = rows.map((row) => `(${names.map((name) => add(row[name])).join(", ")})`);
  return `(${names.map(identifier).join(", ")}) values ${tuples.join(", ")}`;
}

/** What turns the text of a value into it, by the number of its type in pg_type. */
export type Parsers = Readonly<Record<number, (text: string) => unknown>>;

const asText = (text: string): string => text;
const asNumber = (text: string): number => Number(text);
const asDate = (text: string): Date => new Date(text);
const asJson = (text: string): unknown => JSON.parse(text);

const textArray: number = 1009;
/** Bytes, and arrays of the same: boolean, name, smallint, integer, text, varchar, bigint, real, double precision, uuid, json, jsonb. */
export const arrayParsers: Parsers = {
  ...Object.fromEntries(
    [17, 1000, 1005, 1007, textArray, 1015, 1016, 1021, 1022, 2951, 199, 3807].map((oid) => [
      oid,
      pg.types.getTypeParser(oid),
    ]),
  ),
  1003: pg.types.getTypeParser(textArray),
};

/** How values of these types come, by their number in pg_type. All others come as Postgres writes them: bigint, numeric and the rest as text. */
const parsers: Parsers = {
  16: (text) => text === "t",
  21: asNumber,
  23: asNumber,
  26: asNumber,
  700: asNumber,
  701: asNumber,
  114: asJson,
  3802: asJson,
  1082: asDate,
  1114: asDate,
  1184: asDate,
  ...arrayParsers,
};
