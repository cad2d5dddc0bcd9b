/**
 * Ends a command cleanly when its process gets a signal, for example by Ctrl-C. Without a handler, Node ends the
 * process at once: temporary folders remain, and so does Postgres, which runs in its own process group. With
 * `abortOnSignals`, the command's current work fails instead, and its `finally` blocks run.
 */
import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { onParentExit } from "./processes.ts";
import { reportFailure, StackError } from "./stack-error.ts";

const controller = new AbortController();
/**
 * Time limit in milliseconds for the cleanup of interrupted work. Longer than a shutdown of Postgres takes, because the
 * cleanup may include the shutdown of a Postgres server.
 */
const patience = 40_000;

/** Aborted when the process gets a signal to end. Never aborted in a process that has not called `abortOnSignals`. */
export const interruption: AbortSignal = controller.signal;

class InterruptedError extends StackError {
  override readonly exitCode: number;

  /** @param signal Signal that the process got, or SIGHUP if the npm process that started this process has ended. */
  constructor(signal: "SIGINT" | "SIGTERM" | "SIGHUP") {
    super(`${signal}: stopped`);
    // Use the exit code that a shell reports for a process that was ended by this signal.
    this.exitCode = 128 + os.constants.signals[signal];
  }
}

/**
 * Makes `interruption` abort when the process gets SIGINT, SIGTERM or SIGHUP, or when the npm process that started this
 * process ends. Later signals have no effect, because npm and the terminal may both send a signal for the same Ctrl-C.
 */
export function abortOnSignals(): AbortSignal {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (interruption.aborted) return;
      process.stderr.write(`\n${signal}: stopping\n`);
      controller.abort(new InterruptedError(signal));
    });
  }
  onParentExit(() => controller.abort(new InterruptedError("SIGHUP")));
  return interruption;
}

/**
 * Runs a command until it ends or the process gets a signal. Prints an error and sets the exit code. After a signal,
 * exits with the signal's exit code.
 * @param what Subject of the error message, such as "DATA_DIR" or "The export".
 */
export async function runCommand(what: string, run: () => Promise<void>): Promise<void> {
  abortOnSignals();
  try {
    await run();
  } catch (error) {
    // After a signal, ignore the error: closed connections cause it. Exit at once, because a pending request could
    // delay the end.
    if (interruption.aborted) process.exit((interruption.reason as InterruptedError).exitCode);
    reportFailure(what, error);
  }
}

/**
 * Waits for work, at most until the process gets a signal. A signal does not stop the work, so the caller must close
 * the resources that the work uses.
 * @throws The errors of the work, and the reason of `interruption`.
 */
export async function untilInterrupted<Result>(work: Promise<Result>): Promise<Result> {
  const ended = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const options = { once: true, signal: ended.signal };
    interruption.addEventListener("abort", () => reject(interruption.reason), options);
    if (interruption.aborted) reject(interruption.reason);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    ended.abort();
  }
}

/**
 * Runs work with a resource, such as a database server, and then closes the resource. If the process gets a signal,
 * closes the resource at once, so that the work fails, and waits until the work has ended its own cleanup.
 * @throws The errors of the work and of `close`, and the reason of `interruption`.
 */
export async function runAndClose<Result>(
  work: () => Promise<Result>,
  close: () => Promise<unknown>,
): Promise<Result> {
  const running = (async () => {
    interruption.throwIfAborted();
    return work();
  })();
  await untilInterrupted(running).catch(() => undefined);
  await close();
  const ended = new AbortController();
  const limit = sleep(patience, undefined, { signal: ended.signal }).then(() => {
    throw interruption.reason;
  });
  try {
    return await Promise.race([running, limit]);
  } finally {
    ended.abort();
  }
}
