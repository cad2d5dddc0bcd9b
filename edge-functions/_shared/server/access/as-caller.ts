/**
 * Runs every data request in one transaction with the caller's database role and claims, so that row-level security
 * decides what is read and written. Role and claims end with the transaction.
 */
import { Problem } from "../../contracts/base/problems.ts";
import { gateway, type Transaction } from "../db/database.ts";
import { readReplica } from "../db/replica.ts";
import { noteOutcome } from "../observe/request.ts";
import { ConnectionLost, type Work } from "../sql/sql.ts";
import { withinConnectionLimit } from "./connection-limit.ts";
import { runKeyedWrite, takeKeyedWrite } from "./keyed-write.ts";
import type { Caller } from "./token.ts";

export interface CallerOptions {
  /** Time limit per statement, in milliseconds. Postgres cancels a statement that takes longer. */
  timeout?: number;
  /**
   * Lets the transaction write. With `true`, the transaction has the role `authenticated` and can write records. With
   * "log", the transaction has the reading role (switchToReadingRole) and can only log which rows were read. A
   * read-only API token may use "log". A writing transaction is retried after a deadlock.
   */
  write?: true | "log";
  /**
   * Set for lists, charts and reports: runs the work on a read replica if there is one. If the replica fails, the work
   * runs again on the primary.
   */
  replica?: true;
  /**
   * Set for a transaction that continues a response after its first bytes were sent. Such a transaction waits longer
   * for a connection, because the response can no longer report an error.
   */
  begun?: true;
  /**
   * False if the transaction must not take the request's Idempotency-Key, because the work is idempotent or handles the
   * key itself.
   */
  keyed?: false;
  /**
   * Set for a transaction that writes data other than the request's own, or undoes a save of the request. Its commit
   * doesn't change the outcome that a failed request reports.
   */
  aside?: true;
  /** Runs with the API's own role at the start of the transaction, before the transaction assumes the caller's role. */
  before?: (tx: Transaction) => Promise<void>;
}

const defaultTimeout = 10_000;
/**
 * Milliseconds to wait for Postgres to report a statement timeout. After this time, the connection is considered lost.
 */
const grace = 3000;
const attempts = 3;

/**
 * SQL expression that switches a read-only transaction to the role for the caller's level (private.reading_role). With
 * this role, Postgres can plan the policies for the level. After a change of the claims, evaluate the expression again,
 * because a role for another level can't see rows of offices.
 */
export const switchToReadingRole = "set_config('role', private.reading_role(), true)";

/**
 * Runs `work` with the caller's role and claims. Any exception rolls the transaction back. The first writing
 * transaction of a request runs once per Idempotency-Key. Its result is stored as JSON and returned to every repeat of
 * the request.
 * @throws Problem of kind `unauthenticated` when the account is disabled or removed, or its session has ended; of kind
 * `too_many` when the caller has too many transactions in progress.
 */
export async function asCaller<T>(
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
  options: CallerOptions = {},
): Promise<T> {
  if (options.write === true && caller.apiToken?.mayWrite === false) {
    throw new Problem("refused", "This API token can only read. Create one that can write.");
  }
  const saves = options.write === true && !options.aside;
  const keyed = saves && options.keyed !== false ? takeKeyedWrite() : null;
  const once = keyed ? (tx: Transaction) => runKeyedWrite(tx, keyed, work) : work;
  for (let attempt = 1; ; attempt++) {
    try {
      const done = await transaction(caller, once, options);
      // The transaction is committed. If the request fails later, it reports the outcome `unknown`.
      if (saves) noteOutcome("unknown");
      return done;
    } catch (error) {
      if (saves && error instanceof ConnectionLost && error.uncertain) noteOutcome("unknown");
      if (!options.write || attempt === attempts || !isDeadlock(error)) throw error;
    }
  }
}

async function transaction<T>(
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
  options: CallerOptions,
): Promise<T> {
  const timeout = options.timeout ?? defaultTimeout;
  const patience = timeout + grace;
  const { before } = options;
  const text = callerSetup(caller, timeout, options.write === true ? [] : [switchToReadingRole]);
  const mode = options.write ? "read write" : "read only";
  const workWithin: Work<T> = async (tx, lead) => {
    await before?.(tx);
    const [row] = lead ? [lead] : await tx.unsafe(text);
    refuseUnlessActive(row);
    return work(tx);
  };
  const wait = { timeout, begun: options.begun };
  const replica = options.replica && readReplica();
  const read =
    replica &&
    (await withinConnectionLimit(caller, { ...wait, pool: "replica" }, () =>
      replica.read(workWithin, { patience }),
    ));
  if (read) return read.done;
  // Without `before`, send the statement that sets the role and claims together with BEGIN, to save a round trip.
  return withinConnectionLimit(caller, { ...wait, pool: "primary" }, () =>
    gateway().begin(workWithin, { mode, patience, ...(before ? {} : { lead: { text, patience } }) }),
  );
}

/**
 * Evaluates one SQL expression as the caller, in one round trip.
 * @param expression Must not contain values from a request, because the statement has no parameters.
 * @throws Problem of kind `unauthenticated` when the account is disabled or removed, or its session has ended.
 */
export async function evaluateAsCaller(caller: Caller, expression: string): Promise<unknown> {
  const only = "set_config('transaction_read_only', 'on', true)";
  const text = `select ${only}; ${callerSetup(caller, defaultTimeout, [`${expression} as answer`])}`;
  const wait = { pool: "primary", timeout: defaultTimeout } as const;
  const row = await withinConnectionLimit(caller, wait, () => gateway().ask(text));
  refuseUnlessActive(row);
  return row.answer;
}

/**
 * Returns the SQL that gives a transaction the caller's role and claims. The last statement returns the column `active`
 * and the columns in `more`. The claims are set as one JSON object and as separate settings, because hosted Supabase
 * may read either form. The ids are safe in the SQL text, because they are UUIDs and a number.
 */
function callerSetup(caller: Caller, timeout: number, more: readonly string[]): string {
  const claims = JSON.stringify({
    sub: caller.userId,
    role: "authenticated",
    session_id: caller.sessionId,
    api_token: caller.apiToken?.id,
    acts_for: caller.actsFor,
  });
  return `select set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', '${claims}', true),
      set_config('request.jwt.claim.sub', '${caller.userId}', true),
      set_config('request.jwt.claim.role', 'authenticated', true),
      set_config('statement_timeout', '${timeout}', true),
      set_config('idle_in_transaction_session_timeout', '60000', true);
    select ${["private.caller_is_active() as active", ...more].join(", ")}`;
}

function refuseUnlessActive(row: Readonly<Record<string, unknown>> | undefined): void {
  if (row?.active === true) return;
  throw new Problem("unauthenticated", "Your session has ended, or your account is disabled. Sign in again.");
}

function isDeadlock(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "40P01" || code === "40001";
}
