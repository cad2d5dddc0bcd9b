/**
 * Every data request runs here: one transaction in which the API has become the caller, so that the database's policies
 * decide what is read and written. Nothing is set outside the transaction; the next one begins as nobody.
 */
import { Problem } from "../../contracts/problems.ts";
import { gateway, type Transaction } from "../db/database.ts";
import { readReplica } from "../db/replica.ts";
import { noteOutcome } from "../observe/request.ts";
import { ConnectionLost, type Work } from "../sql/sql.ts";
import { doOnce, takeWrite } from "./keyed-write.ts";
import type { Caller } from "./token.ts";

export interface CallerOptions {
  /** A statement that takes longer is ended, in milliseconds. */
  timeout?: number;
  /**
   * The transaction may write: records, or only the log of what it reads, which an API token for reading does too and
   * which keeps the reading role. Writes that lose a deadlock are tried again.
   */
  write?: true | "log";
  /** Lists, charts and reports: a replica may do it, where there is one. The work may be done twice. */
  replica?: true;
  /** The work is safe to repeat as it is, or looks after the Idempotency-Key itself. */
  keyed?: false;
  /** Writes beside what the call saves, or undoes it: its commit says nothing about the outcome of the call. */
  aside?: true;
  /** What the API says as itself, in the same transaction and before it becomes the caller. */
  before?: (tx: Transaction) => Promise<void>;
}

const defaultTimeout = 10_000;
/** Milliseconds after the end of a statement's time in which the server says so; one that does not is gone. */
const grace = 3000;
const attempts = 3;

/**
 * For a select list: what only reads goes on in the role whose policies plan best for the caller's level. A role that does
 * not fit the claims reads nothing, so whoever changes them takes the role again.
 */
export const takeReadingRole = "set_config('role', private.reading_role(), true)";

/**
 * Runs `work` with the caller's role and claims. Anything thrown rolls everything back. The first transaction of a call
 * that writes does its work once per Idempotency-Key: its result is kept as JSON, and is all that a repeat gets.
 * @throws Problem unauthenticated when the account is disabled or removed, or its session has ended.
 */
export async function asCaller<T>(
  caller: Caller,
  work: (tx: Transaction) => Promise<T>,
  options: CallerOptions = {},
): Promise<T> {
  if (options.write === true && caller.apiToken?.mayWrite === false) {
    throw new Problem("refused", "This API token reads only. Create one that may write for that.");
  }
  const saves = options.write === true && !options.aside;
  const keyed = saves && options.keyed !== false ? takeWrite() : null;
  const once = keyed ? (tx: Transaction) => doOnce(tx, keyed, work) : work;
  for (let attempt = 1; ; attempt++) {
    try {
      const done = await transaction(caller, once, options);
      // Should the rest of the call fail, this is saved nevertheless.
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
  const text = becoming(caller, timeout, options.write === true ? [] : [takeReadingRole]);
  const mode = options.write ? "read write" : "read only";
  const workWithin: Work<T> = async (tx, lead) => {
    await before?.(tx);
    const [row] = lead ? [lead] : await tx.unsafe(text);
    refuseUnlessActive(row);
    return work(tx);
  };
  const read = options.replica && (await readReplica()?.read(workWithin, { patience }));
  if (read) return read.done;
  // Where nothing comes before it, it goes along with the begin: a round trip less.
  return gateway().begin(workWithin, { mode, patience, ...(before ? {} : { lead: { text, patience } }) });
}

/**
 * What one expression is for the caller, in one round trip. @param expression Without values of a request.
 * @throws Problem unauthenticated as asCaller does.
 */
export async function askAsCaller(caller: Caller, expression: string): Promise<unknown> {
  const only = "set_config('transaction_read_only', 'on', true)";
  const row = await gateway().ask(
    `select ${only}; ${becoming(caller, defaultTimeout, [`${expression} as answer`])}`,
  );
  refuseUnlessActive(row);
  return row.answer;
}

/**
 * What makes a transaction the caller's; its row says whether they are `active`, and more. Both forms of the claims are
 * set: hosted Supabase reads either. It needs no parameters because the ids are known to be UUIDs and a number.
 */
function becoming(caller: Caller, timeout: number, more: readonly string[]): string {
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
