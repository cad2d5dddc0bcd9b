/** Statements, and transactions that run their statements one after the other on one connection. */
// @ts-types="npm:@types/pg@8.23.1"
import type pg from "pg";
import { ConnectionLost, isDatabaseError } from "./connections.ts";
import { InlinePart, isTemplate, type Part, renderTemplate, type Value } from "./templates.ts";

/** Rows of a result; `count` is the number of rows that the statement read or changed. */
export type Rows<T extends readonly object[]> = T & { readonly count: number };

// biome-ignore lint/suspicious/noExplicitAny: the author of a statement knows the type of its rows.
type AnyRow = Record<string, any>;

export interface Statements {
  /**
   * Runs a statement with its values as parameters. Parts that a call such as `sql(names)` returned are written into
   * the SQL text.
   */
  <T extends readonly object[] = AnyRow[]>(
    text: TemplateStringsArray,
    ...values: readonly (Value | InlinePart)[]
  ): Promise<Rows<T>>;
  /** Wraps a name, a list of names, or the fields of one or more rows, for use in a template. */
  (part: Part): InlinePart;
  /**
   * Runs SQL text with the parameters `$1`, `$2`, …. Without values, the text may have several statements; the result
   * is that of the last statement.
   */
  unsafe<T extends readonly object[] = AnyRow[]>(
    text: string,
    values?: readonly (Value | undefined)[],
  ): Promise<Rows<T>>;
}

export interface Transaction extends Statements {
  /** Runs work in a savepoint, so that only this work is rolled back when it throws. */
  savepoint<T>(work: (point: Transaction) => Promise<T>): Promise<T>;
  /** Starts a query object of the driver, such as a COPY stream. No other statement may be pending. */
  readonly submit: Submit;
}

export type Submit = <Q extends pg.Submittable>(query: Q) => Q;

export type Run = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>;

/** SQLSTATE with which Postgres refuses statements because an earlier statement of the transaction failed. */
const afterFailure = "25P02";

/**
 * Runs the statements of one transaction in sequence, even if the code starts them concurrently. Refuses statements
 * after the transaction's end.
 */
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

  /**
   * Commits the transaction.
   * @throws The error of a failed statement, if Postgres rolled back because of it; ConnectionLost with `uncertain`, if
   * the outcome of a write is unknown.
   */
  async commit(onlyRead: boolean): Promise<void> {
    const result = await this.end("commit").catch((error: unknown) => {
      if (!(error instanceof ConnectionLost)) throw error;
      if (!onlyRead) throw new ConnectionLost(error.cause, true);
    });
    // Postgres responds to COMMIT with ROLLBACK after a failed statement.
    if (result?.command === "ROLLBACK") throw this.failure ?? new Error("The transaction was undone.");
  }

  async rollBack(): Promise<void> {
    // If even a rollback fails, the connection is lost.
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
    // Not enumerable, so that `count` doesn't appear among the array's keys.
    return Object.defineProperty(rows, "count", { value: rowCount ?? 0 });
  };
  function sql(first: TemplateStringsArray | Part, ...values: readonly (Value | InlinePart)[]) {
    if (!isTemplate(first)) return new InlinePart(first);
    const statement = renderTemplate(first, values);
    return rowsOf(statement.text, statement.values);
  }
  return Object.assign(sql, {
    unsafe: (text: string, values: readonly unknown[] = []) => rowsOf(text, values),
  }) as Statements;
}
