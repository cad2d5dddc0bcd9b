/** Statements, and transactions whose statements go one after the other on one connection. */
// @ts-types="npm:@types/pg@8.23.1"
import type pg from "pg";
import { ConnectionLost, isDatabaseError } from "./connections.ts";
import { isTemplate, type Part, type Value, Written, writeOut } from "./templates.ts";

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
  /** Starts a query object of the driver, such as the stream of a COPY. No other statement may be pending. */
  readonly submit: Submit;
}

export type Submit = <Q extends pg.Submittable>(query: Q) => Q;

export type Run = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

/** What every statement of a transaction meets that follows one that failed. */
const afterFailure = "25P02";

/** The statements of one transaction: one after the other, also those that are asked for at once, and none after its end. */
export class Session {
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

export function transaction(run: Run, submit: Submit): Transaction {
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
  const tx: Transaction = Object.assign(statements(run), { savepoint, submit });
  return tx;
}

export function statements(run: Run): Statements {
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
