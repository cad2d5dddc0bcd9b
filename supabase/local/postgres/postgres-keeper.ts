/**
 * Keeps the embedded Postgres running: started again, on the same port, when it ends by itself, and when it has fallen
 * silent. What was committed is there again; whoever was connected is told by their connection.
 */
import type { ChildProcess } from "node:child_process";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, portAnswers } from "../common/ports.ts";
import { loopback } from "../common/settings.ts";
import { StackError } from "../common/stack-error.ts";
import type { ClusterPlace } from "./cluster-place.ts";
import { endLeftOver, lastLines, launch, runsOn } from "./postgres.ts";

export interface PostgresServer {
  port: number;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  place: ClusterPlace;
  /** Takes what the server reports. */
  logFile: string;
  /** false gives up safety against power failure: for databases that are thrown away. */
  durable: boolean;
  log: (line: string) => void;
}

/** Asked for a sign of life every so often, in milliseconds; so many misses in a row mean that it hangs. */
const pulse = { every: 1000, patience: 4000, misses: 3 };
/** Milliseconds for a start, and for the polite and the urgent end. */
const patience = { start: 60_000, fast: 20_000, immediate: 5000 };
/** Milliseconds between two starts that fail, at the most. */
const longestPause = 10_000;

/** @throws StackError with its last words when it does not come up the first time. */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt++) {
    const keeper = new PostgresKeeper(options, await freePort());
    if (await keeper.start()) return keeper;
    // Somebody else may have taken the free port in the meantime.
    if (attempt === 3)
      throw new StackError(`Postgres did not start. Its last words:\n${lastLines(options.logFile)}`);
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

  /** Whether it has come up; from then on it is kept. */
  async start(): Promise<boolean> {
    const { place, logFile, durable } = this.options;
    await endLeftOver(place);
    // Connections that outlive their server hold its memory, with which no other one starts.
    for (const pid of processesIn(place.data)) kill(pid);
    const server = launch(place, this.port, logFile, durable);
    this.process = server;
    const since = Date.now();
    let ended = false;
    const exited = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    exited.then(() => {
      ended = true;
    });
    if (!(await portAnswers(this.port, patience.start, () => ended || this.stopping))) {
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
    // "Fast" shutdown: open transactions are rolled back, everything committed is written out.
    server.kill("SIGINT");
    if (await within(patience.fast)) return;
    server.kill("SIGQUIT");
    if (await within(patience.immediate)) return;
    this.endAll();
    await exited;
  }

  /** Ends a server that has stopped answering; its end starts it again. */
  private async watch(server: ChildProcess): Promise<void> {
    for (let missed = 0; missed < pulse.misses; ) {
      await sleep(pulse.every, undefined, { ref: false });
      if (this.stopping || hasEnded(server)) return;
      missed = (await answers(this.port)) ? 0 : missed + 1;
    }
    this.options.log("! Postgres does not answer");
    this.endAll();
  }

  private endAll(): void {
    for (const pid of processesIn(this.options.place.data)) kill(pid);
    this.process?.kill("SIGKILL");
  }

  /** Tries again after 0.2 s, and twice as long each time that it ends soon after, for as long as it takes. */
  private async restart(since: number): Promise<void> {
    if (this.stopping) return;
    this.crashes = Date.now() - since > 60_000 ? 0 : this.crashes;
    const pause = Math.min(longestPause, 200 * 2 ** this.crashes++);
    this.options.log(`! Postgres ended; starting it again in ${pause / 1000} s`);
    await sleep(pause);
    if (this.stopping) return;
    if (await this.start().catch(() => false)) {
      this.options.log("· Postgres runs again");
    } else {
      this.options.log(`! Postgres did not start. Its last words:\n${lastLines(this.options.logFile, 3)}`);
      await this.restart(Date.now());
    }
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** The server and its connections: all of them work in its data directory. Where that cannot be looked up, none. */
export function processesIn(data: string): number[] {
  if (process.platform !== "linux") return [];
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.filter((pid) => runsOn(pid, "", data));
}

/** Whether the server begins to speak with whoever comes: asked for encryption, it says yes or no. */
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
    // The length of the request, and its number in the protocol.
    socket.write(Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]));
  });
}
