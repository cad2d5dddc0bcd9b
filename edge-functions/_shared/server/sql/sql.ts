/**
 * SQL over the driver `pg`, for the functions, the embedded stack, the seed and the tests: templates and texts with
 * parameters, and transactions.
 *
 * A connection may be lost at any moment. That ends what it was doing with `ConnectionLost` and nothing else: the pool
 * opens another one for whoever asks next. No wait is without a limit, also while the server is silent.
 *
 * No named prepared statements: a transaction pooler gives each transaction another connection.
 */
import {
  ConnectionLost,
  type Connections,
  connectPatience,
  type DatabaseOptions,
  openConnections,
  type PoolUse,
  type Taken,
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
  /** As Postgres has it after `begin`, such as `read only`. */
  mode?: string;
  /** Milliseconds that each statement may take before its connection is given up, where that differs from the pool's. */
  patience?: number;
  /** A statement that goes along with the `begin`, and the milliseconds for the two; the work gets its first row. */
  lead?: { text: string; patience: number };
}

/** @param lead The first row of the statement that went along with the `begin`; undefined without one. */
export type Work<T> = (tx: Transaction, lead?: Readonly<Record<string, unknown>>) => Promise<T>;

export interface Database extends Statements {
  /** One transaction; what the work throws undoes it. */
  begin<T>(work: Work<T>, options?: BeginOptions): Promise<T>;
  /**
   * Statements that are one transaction in one round trip, done again where that is lost: they only read.
   * @returns The first row of the last.
   */
  ask(text: string): Promise<Readonly<Record<string, unknown>>>;
  /** Closes all connections, once what is under way has ended. */
  end(): Promise<void>;
  /** Its connections at this moment, and who waits for one. */
  use(): PoolUse;
}

/** Connections that were lost while nobody used them, before a transaction is not begun. */
const attempts = 3;

/** A pool of connections for statements and transactions; the first is made when it is needed. */
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

/** A connection on which the opening was answered. What was lost is replaced, since nothing has been done. */
async function begun(
  connections: Connections,
  opening: string,
  patience?: number,
): Promise<{ connection: Taken; row: Record<string, unknown> }> {
  for (let attempt = 1; ; attempt++) {
    const connection = (await connections.connect()) as Taken;
    const since = Date.now();
    try {
      const { rows } = await connection.query(opening, [], patience);
      return { connection, row: rows[0] ?? {} };
    } catch (error) {
      const lost = error instanceof ConnectionLost;
      // The lead was refused: the transaction that it began is ended, or the connection would go on in it.
      if (!lost) await connection.query("rollback").catch(() => undefined);
      connection.release();
      // A server that is silent is not waited for again.
      if (!lost || Date.now() - since > (patience ?? connectPatience) || attempt === attempts) throw error;
    }
  }
}
