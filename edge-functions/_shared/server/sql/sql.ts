/**
 * SQL on the driver `pg`: template literals, strings with parameters, and transactions. A connection can be lost at any
 * moment. The work on the connection then fails with `ConnectionLost`, and the pool opens another connection for later
 * work. Every wait has a time limit. There are no named prepared statements, because a transaction pooler gives each
 * transaction a different connection.
 */
import {
  ConnectionLost,
  type Connections,
  connectPatience,
  type DatabaseOptions,
  openConnections,
  type PooledConnection,
  type PoolUse,
} from "./connections.ts";
import {
  type Run,
  Session,
  type Statements,
  statements,
  type Transaction,
  transaction,
} from "./transactions.ts";

export {
  type Connection,
  ConnectionLost,
  type Connections,
  type DatabaseError,
  type DatabaseOptions,
  isDatabaseError,
  openConnections,
  type PoolUse,
} from "./connections.ts";
export { identifier } from "./templates.ts";
export type { Statements, Transaction } from "./transactions.ts";
export { arrayParsers, type Parsers } from "./types.ts";

export interface BeginOptions {
  /** Transaction mode, as it follows BEGIN in SQL, such as `read only`. */
  mode?: string;
  /**
   * Time limit in milliseconds per statement, after which the connection is considered lost. Default: the limit of the
   * pool.
   */
  patience?: number;
  /**
   * Statement that is sent together with BEGIN, with a time limit in milliseconds for both. The transaction's work gets
   * the first row of the statement's result.
   */
  lead?: { text: string; patience: number };
}

/**
 * Work inside a transaction. @param lead First row of the statement that was sent with BEGIN; undefined without one.
 */
export type Work<T> = (tx: Transaction, lead?: Readonly<Record<string, unknown>>) => Promise<T>;

export interface Database extends Statements {
  /** Runs a transaction. If the work throws, the transaction is rolled back. */
  begin<T>(work: Work<T>, options?: BeginOptions): Promise<T>;
  /**
   * Runs statements as one transaction in one round trip. The statements must only read, because a lost connection
   * causes a repeat.
   * @returns First row of the last statement.
   */
  ask(text: string): Promise<Readonly<Record<string, unknown>>>;
  /** Closes all connections, each as soon as the work on it has ended. */
  end(): Promise<void>;
  /** Returns the current numbers of used and idle connections, and of requests that wait for a connection. */
  use(): PoolUse;
}

/** Maximum number of attempts to start a transaction. An idle connection of the pool may turn out to be lost. */
const attempts = 3;

/** Opens a connection pool for statements and transactions; connections are opened on demand. */
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

  async function begin<T>(work: Work<T>, { mode, patience, lead }: BeginOptions = {}): Promise<T> {
    const opening = [mode ? `begin ${mode}` : "begin", ...(lead ? [lead.text] : [])].join(";");
    const { connection, row } = await begun(connections, opening, lead?.patience ?? patience);
    const session = new Session((text, values) => connection.query(text, values, patience));
    try {
      const result = await work(
        transaction(session.run, (query) => connection.submit(query)),
        lead && row,
      );
      await session.commit(mode?.endsWith("read only") ?? false);
      return result;
    } catch (error) {
      await session.rollBack();
      throw error;
    } finally {
      connection.release();
    }
  }

  async function ask(text: string): Promise<Readonly<Record<string, unknown>>> {
    const { connection, row } = await begun(connections, text);
    connection.release();
    return row;
  }

  return Object.assign(statements(single), {
    begin,
    ask,
    end: () => connections.end(),
    use: () => connections.use(),
  });
}

/**
 * Returns a connection that has executed `opening`, such as BEGIN. If the connection is lost before `opening` succeeds,
 * takes another connection, because no work has been done yet.
 */
async function begun(
  connections: Connections,
  opening: string,
  patience?: number,
): Promise<{ connection: PooledConnection; row: Record<string, unknown> }> {
  for (let attempt = 1; ; attempt++) {
    const connection = (await connections.connect()) as PooledConnection;
    const since = Date.now();
    try {
      const { rows } = await connection.query(opening, [], patience);
      return { connection, row: rows[0] ?? {} };
    } catch (error) {
      const lost = error instanceof ConnectionLost;
      // A statement that was sent together with BEGIN failed. Roll back, because the pool must not get a connection
      // with a failed transaction.
      if (!lost) await connection.query("rollback").catch(() => undefined);
      connection.release();
      // Don't retry when the server didn't respond within the time limit.
      if (!lost || Date.now() - since > (patience ?? connectPatience) || attempt === attempts) throw error;
    }
  }
}
