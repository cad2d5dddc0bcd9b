/**
 * Keeps the embedded Postgres running: restarts it on the same port when it exits or stops responding. Postgres
 * recovers all committed data. Clients lose their connections and must reconnect.
 */
import type { ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort, waitForPort } from "../common/ports.ts";
import { loopback } from "../common/settings.ts";
import type { ClusterPlace } from "./cluster-place.ts";
import { endLeftoverServer, isServerOf, lastLines, launch, startFailure } from "./postgres.ts";

export interface PostgresServer {
  port: number;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  place: ClusterPlace;
  /** Path of the server's log file. */
  logFile: string;
  /** False for a temporary database: faster, but not safe against power failure. */
  durable: boolean;
  log: (line: string) => void;
}

/**
 * Health check of the server: interval and timeout in milliseconds, and the number of consecutive failures after which
 * the server is restarted.
 */
const pulse = { every: 1000, patience: 4000, misses: 3 };
/** Timeouts in milliseconds for a start, a fast shutdown and an immediate shutdown. */
const patience = { start: 60_000, fast: 20_000, immediate: 5000 };
/** Longest pause between two failed starts, in milliseconds. */
const maxPause = 10_000;

/**
 * Starts Postgres and keeps it running.
 * @throws StackError with the end of the server's log when the server does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt++) {
    const keeper = new PostgresKeeper(options, await findFreePort());
    if (await keeper.start()) return keeper;
    // Try again: another process may have taken the free port in the meantime.
    if (attempt === 3) throw startFailure(options.logFile);
  }
}

class PostgresKeeper implements PostgresServer {
  readonly port: number;
  private readonly options: PostgresOptions;
  private process: ChildProcess | null = null;
  private stopping = false;
  private crashes = 0;

  constructor(options: PostgresOptions, port: number) {
    this.options = options;
    this.port = port;
  }

  /**
   * Starts the server and returns whether it became ready. If it became ready, the keeper restarts it whenever it
   * exits.
   */
  async start(): Promise<boolean> {
    const { place, logFile, durable } = this.options;
    await endLeftoverServer(place);
    // End backends that still run after their server has ended: they hold its shared memory, so no new server could
    // start.
    for (const pid of findProcessesIn(place.data)) kill(pid);
    const server = launch(place, this.port, logFile, durable);
    this.process = server;
    const since = Date.now();
    let ended = false;
    const exited = new Promise<void>((resolve) => {
      server.once("exit", () => resolve());
      // If the program could not be started, for example because its folder was removed, there is no event "exit".
      server.once("error", () => resolve());
    });
    exited.then(() => {
      ended = true;
    });
    if (!(await waitForPort(this.port, patience.start, () => ended || this.stopping))) {
      if (!ended) server.kill("SIGKILL");
      return false;
    }
    exited.then(() => this.restart(since));
    void this.watch(server);
    return true;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const server = this.process;
    if (!server || hasEnded(server)) return;
    const exited = new Promise<boolean>((resolve) => server.once("exit", () => resolve(true)));
    const within = (milliseconds: number) =>
      Promise.race([exited, sleep(milliseconds, false, { ref: false })]);
    // SIGINT is Postgres' "fast" shutdown: it rolls back open transactions and writes all committed data.
    server.kill("SIGINT");
    if (await within(patience.fast)) return;
    server.kill("SIGQUIT");
    if (await within(patience.immediate)) return;
    this.endAll();
    await exited;
  }

  /** Checks the server until it exits. Ends a server that has stopped responding, so that `restart` runs. */
  private async watch(server: ChildProcess): Promise<void> {
    for (let missed = 0; missed < pulse.misses; ) {
      await sleep(pulse.every, undefined, { ref: false });
      if (this.stopping || hasEnded(server)) return;
      missed = (await answers(this.port)) ? 0 : missed + 1;
    }
    this.options.log("! Postgres is not responding");
    this.endAll();
  }

  private endAll(): void {
    for (const pid of findProcessesIn(this.options.place.data)) kill(pid);
    this.process?.kill("SIGKILL");
  }

  /**
   * Restarts the server after a pause. The pause is 0.2 s and doubles, up to 10 s, each time the server exits within a
   * minute of its start. Tries again until the server is ready.
   */
  private async restart(since: number): Promise<void> {
    if (this.stopping) return;
    this.crashes = Date.now() - since > 60_000 ? 0 : this.crashes;
    const pause = Math.min(maxPause, 200 * 2 ** this.crashes++);
    this.options.log(`! Postgres exited; restarting in ${pause / 1000} s`);
    await sleep(pause);
    if (this.stopping) return;
    if (await this.start().catch(() => false)) {
      this.options.log("· Postgres is running again");
    } else {
      this.options.log(`! Postgres did not start. End of its log:\n${lastLines(this.options.logFile, 3)}`);
      await this.restart(Date.now());
    }
  }
}

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Ignore the error: the process has already exited.
  }
}

/**
 * Returns the ids of the server's processes, including backends: all processes of Postgres whose working directory is
 * the data directory. Empty on operating systems other than Linux.
 */
export function findProcessesIn(data: string): number[] {
  if (process.platform !== "linux") return [];
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.filter((pid) => isServerOf(pid, "", data));
}

/** Checks whether the server responds on a new connection. Sends a request for encryption, which needs no password. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, loopback);
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(pulse.patience, () => end(false));
    socket.once("error", () => end(false));
    socket.once("data", () => end(true));
    // The message SSLRequest of Postgres' protocol: its length (8) and its code.
    socket.write(Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]));
  });
}
