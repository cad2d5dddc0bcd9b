/**
 * Reads from a replica (API_DB_READ_URL), a streaming copy of the primary that may lag. A transaction uses the replica
 * only if the replica has replayed everything that the primary had committed when the transaction began. So a caller
 * gets the same response as from the primary, at the cost of one short query for the primary's WAL position. After a
 * lag or failure, the replica is not used for a while: the primary does its work, and the API tests the replica in the
 * background.
 */

import { setTimeout as pause } from "node:timers/promises";
import { serverSettings } from "../environment/settings.ts";
import { countRead, watchPool } from "../observe/metrics.ts";
import { ConnectionLost, type Database, isDatabaseError, openDatabase } from "../sql/sql.ts";
import { gateway, type Transaction } from "./database.ts";

/** Time limits in milliseconds for the replica to catch up, to accept a connection, and to send its first response. */
const catchUp = 100;
const connecting = 1500;
const firstAnswer = 1500;
/**
 * Milliseconds for which the replica is not used after a lag or failure. The pause doubles after each further failure,
 * up to the longest pause.
 */
const shortestPause = 500;
const longestPause = 10_000;

/** Error that says why the replica can't be used. */
class ReplicaProblem extends Error {
  readonly reason: "behind" | "failed";

  constructor(reason: "behind" | "failed", message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface ReadOptions {
  /** Time limit in milliseconds per statement, after which the connection is considered lost. */
  patience: number;
}

export class Replica {
  private readonly primary: Database;
  private readonly database: Database;
  /** Reason why the replica is not used; null after a successful check. */
  private problem: ReplicaProblem | null = new ReplicaProblem("failed", "It has not been checked yet.");
  private outUntil = 0;
  private pause = shortestPause;
  private trial: Promise<void> | null = null;

  constructor(primary: Database, database: Database) {
    this.primary = primary;
    this.database = database;
  }

  /**
   * Runs read-only work on the replica. Returns null if the replica is not in use or fails. The calling function must
   * then run the work on the primary, even if the replica has run a part of it.
   * @throws errors of the work itself.
   */
  async read<T>(
    work: (tx: Transaction) => Promise<T>,
    { patience }: ReadOptions,
  ): Promise<{ done: T } | null> {
    if (this.problem) {
      if (Date.now() >= this.outUntil) void this.tryAgain();
      countRead("primary", this.problem.reason);
      return null;
    }
    const place = await walPosition(this.primary);
    try {
      const done = await this.database.begin(
        async (tx, lead) => {
          await this.waitForPosition(tx, place, lead);
          return work(tx);
        },
        { mode: "read only", patience, lead: { text: positionQuery(place), patience: firstAnswer } },
      );
      countRead("replica", "");
      return { done };
    } catch (error) {
      if (error instanceof ReplicaProblem || error instanceof ConnectionLost) this.leaveOut(error);
      else if (!isReplicaOnly(error)) throw error;
      countRead("primary", error instanceof ReplicaProblem ? error.reason : "failed");
      return null;
    }
  }

  /** Checks the replica now. Returns a message about its fault; null without a fault. */
  async look(): Promise<string | null> {
    await this.tryAgain();
    return this.problem?.message ?? null;
  }

  /** Checks whether the replica can be used again. Concurrent calls share one check. */
  private tryAgain(): Promise<void> {
    this.trial ??= this.check()
      .then(
        () => {
          this.problem = null;
          this.pause = shortestPause;
        },
        (error: unknown) => this.leaveOut(error),
      )
      .finally(() => {
        this.trial = null;
      });
    return this.trial;
  }

  /** Checks that the replica is a copy of the primary and keeps up. @throws ReplicaProblem, ConnectionLost */
  private async check(): Promise<void> {
    const [[own], place] = await Promise.all([
      this.primary.unsafe<{ system: string }[]>(identity),
      walPosition(this.primary),
    ]);
    await this.database.begin(
      async (tx, lead) => {
        await this.waitForPosition(tx, place, lead);
        const [its] = await tx.unsafe<{ system: string }[]>(identity);
        if (its?.system !== own?.system)
          throw new ReplicaProblem("failed", "It is a copy of another system's database.");
      },
      {
        mode: "read only",
        patience: firstAnswer,
        lead: { text: positionQuery(place), patience: firstAnswer },
      },
    );
  }

  /**
   * Waits until the replica has replayed the WAL position.
   * @throws ReplicaProblem when the server is not a replica, or doesn't catch up in time.
   */
  private async waitForPosition(
    tx: Transaction,
    place: string,
    first: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const until = performance.now() + catchUp;
    let answer = first;
    for (let wait = 2; ; wait *= 2) {
      if (answer.standby !== true)
        throw new ReplicaProblem("failed", "It is not a replica: it was promoted, or never was one.");
      if (answer.there === true) return;
      if (performance.now() + wait > until)
        throw new ReplicaProblem("behind", `It lags behind the primary by ${answer.bytes} bytes of WAL.`);
      await pause(wait);
      [answer = {}] = await tx.unsafe<Record<string, unknown>[]>(positionQuery(place));
    }
  }

  private leaveOut(error: unknown): void {
    this.problem =
      error instanceof ReplicaProblem ? error : new ReplicaProblem("failed", "It does not answer.");
    this.outUntil = Date.now() + this.pause;
    this.pause = Math.min(longestPause, this.pause * 2);
  }
}

/** Reads the identifier of the database cluster, which a replica shares with its primary. */
const identity = "select system_identifier::text as system from pg_control_system()";

/**
 * Returns the WAL position that covers all commits. This is the flushed position, or the inserted position when
 * synchronous_commit is off.
 */
async function walPosition(primary: Database): Promise<string> {
  const [row] = await primary.unsafe<{ place: string }[]>(
    `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
       else pg_current_wal_flush_lsn() end::text as place`,
  );
  return row?.place ?? "";
}

/**
 * Builds the query that checks whether a replica has replayed a WAL position.
 * @param place WAL position as Postgres writes it, such as 0/3000060.
 */
const positionQuery = (place: string): string =>
  `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() >= '${place}'::pg_lsn as there,
     pg_wal_lsn_diff('${place}'::pg_lsn, pg_last_wal_replay_lsn())::text as bytes`;

/**
 * True if the work may succeed on the primary, because the error is specific to the replica: a recovery conflict, a
 * read-only state, or a lack of resources or disk space.
 */
const isReplicaOnly = (error: unknown): boolean =>
  isDatabaseError(error) && /^(40001|25006|55000|53...|58...|XX...)$/.test(error.code);

let replica: Replica | null = null;

/** Returns the replica of this deployment; null without a replica. */
export function readReplica(): Replica | null {
  const { readUrl, poolSize } = serverSettings();
  if (readUrl === undefined || replica) return replica;
  const database = openDatabase(readUrl, { most: poolSize, name: "api-read", connecting });
  watchPool("replica", poolSize, database.use);
  replica = new Replica(gateway(), database);
  return replica;
}
