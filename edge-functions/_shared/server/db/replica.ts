/**
 * Reading from a replica (API_DB_READ_URL), a streaming copy of the primary that may lag behind it.
 *
 * A transaction goes there only when the replica has everything that was committed on the primary when the transaction
 * began: the primary is asked for its place in the log (WAL), the replica whether it has replayed that. So whoever reads
 * there sees what they would have seen on the primary: their own last save, and no session that has ended or account that
 * was disabled or demoted, whichever isolate they saved by and whichever client they use. The price is one short question
 * to the primary for each transaction; the work of it is the replica's.
 *
 * A replica that lags is waited for a moment, then left out; so is one that fails, and what it began is done again on the
 * primary. While it is out nobody waits for it: it is tried beside the requests, and taken in again when it keeps up.
 */

import { setTimeout as pause } from "node:timers/promises";
import { serverSettings } from "../environment/settings.ts";
import { countRead, watchPool } from "../observe/metrics.ts";
import { ConnectionLost, type Database, isDatabaseError, openDatabase } from "../sql/sql.ts";
import { gateway, type Transaction } from "./database.ts";

/** Milliseconds in which the replica catches up, a connection to it is made, and its first answer comes. */
const catchUp = 100;
const connecting = 1500;
const firstAnswer = 1500;
/** Milliseconds for which it is left out after it lagged or failed; twice as long each time that it goes on. */
const shortestPause = 500;
const longestPause = 10_000;

/** What is wrong with the replica, in words. */
class Unfit extends Error {
  readonly reason: "behind" | "failed";

  constructor(reason: "behind" | "failed", message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface ReadOptions {
  /** Milliseconds that each statement may take before its connection is given up. */
  patience: number;
}

export class Replica {
  private readonly primary: Database;
  private readonly database: Database;
  /** Null once it was found fit. */
  private problem: Unfit | null = new Unfit("failed", "It has not been tried yet.");
  private outUntil = 0;
  private pause = shortestPause;
  private trial: Promise<void> | null = null;

  constructor(primary: Database, database: Database) {
    this.primary = primary;
    this.database = database;
  }

  /**
   * Does reading work on the replica; null where it is left out or has failed, so that the work is for the primary. The
   * work may so be done twice. @throws what the work throws.
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
    const place = await placeOf(this.primary);
    try {
      const done = await this.database.begin(
        async (tx, lead) => {
          await this.awaitPlace(tx, place, lead);
          return work(tx);
        },
        { mode: "read only", patience, lead: { text: question(place), patience: firstAnswer } },
      );
      countRead("replica", "");
      return { done };
    } catch (error) {
      if (error instanceof Unfit || error instanceof ConnectionLost) this.leaveOut(error);
      else if (!isOfReplica(error)) throw error;
      countRead("primary", error instanceof Unfit ? error.reason : "failed");
      return null;
    }
  }

  /** What is wrong with it, looked at now; null while nothing is. */
  async look(): Promise<string | null> {
    await this.tryAgain();
    return this.problem?.message ?? null;
  }

  /** One trial at a time. */
  private tryAgain(): Promise<void> {
    this.trial ??= this.judge()
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

  /** @throws Unfit, ConnectionLost */
  private async judge(): Promise<void> {
    const [[own], place] = await Promise.all([
      this.primary.unsafe<{ system: string }[]>(identity),
      placeOf(this.primary),
    ]);
    await this.database.begin(
      async (tx, lead) => {
        await this.awaitPlace(tx, place, lead);
        const [its] = await tx.unsafe<{ system: string }[]>(identity);
        if (its?.system !== own?.system)
          throw new Unfit("failed", "It is a copy of another system's database.");
      },
      {
        mode: "read only",
        patience: firstAnswer,
        lead: { text: question(place), patience: firstAnswer },
      },
    );
  }

  /** @throws Unfit when it is no replica, or has not come as far within a moment. */
  private async awaitPlace(
    tx: Transaction,
    place: string,
    first: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const until = performance.now() + catchUp;
    let answer = first;
    for (let wait = 2; ; wait *= 2) {
      if (answer.standby !== true)
        throw new Unfit("failed", "It is no replica: it was promoted, or never was one.");
      if (answer.there === true) return;
      if (performance.now() + wait > until)
        throw new Unfit("behind", `It lags behind the primary by ${answer.bytes} bytes of its log.`);
      await pause(wait);
      [answer = {}] = await tx.unsafe<Record<string, unknown>[]>(question(place));
    }
  }

  private leaveOut(error: unknown): void {
    this.problem = error instanceof Unfit ? error : new Unfit("failed", "It does not answer.");
    this.outUntil = Date.now() + this.pause;
    this.pause = Math.min(longestPause, this.pause * 2);
  }
}

/** Which database cluster this is a copy of. */
const identity = "select system_identifier::text as system from pg_control_system()";

/** Up to where the log has what is committed: on disk, or where commits do not wait for the disk, written at all. */
async function placeOf(primary: Database): Promise<string> {
  const [row] = await primary.unsafe<{ place: string }[]>(
    `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
       else pg_current_wal_flush_lsn() end::text as place`,
  );
  return row?.place ?? "";
}

/** @param place As Postgres writes it, such as 0/3000060. */
const question = (place: string): string =>
  `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn() >= '${place}'::pg_lsn as there,
     pg_wal_lsn_diff('${place}'::pg_lsn, pg_last_wal_replay_lsn())::text as bytes`;

/** Failures that the primary may not have: a conflict with what is replayed, no writing, no room, no disk. */
const isOfReplica = (error: unknown): boolean =>
  isDatabaseError(error) && /^(40001|25006|55000|53...|58...|XX...)$/.test(error.code);

let replica: Replica | null = null;

/** The replica of this deployment; null where it has none. */
export function readReplica(): Replica | null {
  const { readUrl, poolSize } = serverSettings();
  if (readUrl === undefined || replica) return replica;
  const database = openDatabase(readUrl, { most: poolSize, name: "api-read", connecting });
  watchPool("replica", poolSize, database.use);
  replica = new Replica(gateway(), database);
  return replica;
}
