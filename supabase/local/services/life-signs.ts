/** Decides whether an edge function that does not respond is only busy, or hangs and must be restarted. */
import { readFileSync } from "node:fs";

export interface LifeSignLimits {
  /**
   * A pulse is a request that tests whether the function responds. `every`: milliseconds between two pulses. `pulse`:
   * milliseconds to wait for the response to a pulse.
   */
  every: number;
  pulse: number;
  /**
   * Maximum time in milliseconds without a sign of life; after this time, the function is restarted. `idle`: limit if
   * the function's process does no work. `silent`: limit even if the process works.
   */
  idle: number;
  silent: number;
}

export const lifeSignLimits: LifeSignLimits = { every: 1000, pulse: 4000, idle: 12_000, silent: 60_000 };

/** Minimum share of one processor that a working process uses. A process that uses less is idle. */
const minimumWork = 0.05;

type Verdict = "alive" | "hung" | "spinning";

/**
 * Decides when a function must be restarted. A sign of life is an answered pulse or a finished request. Without a sign
 * of life, a function *hangs* if its process did no work for 12 s, and *spins* after 60 s even if the process works. A
 * process works if it uses a processor, or waits for a processor or a disk. Without /proc, all processes are assumed to
 * work.
 */
export class LifeSigns {
  private readonly pid: number;
  private readonly patience: LifeSignLimits;
  private lastSign = performance.now();
  private idle = 0;
  private seen: { at: number; used: number | null };

  constructor(pid: number, limits: LifeSignLimits) {
    this.pid = pid;
    this.patience = limits;
    this.seen = { at: performance.now(), used: workOf(pid)?.seconds ?? null };
  }

  /** Records a sign of life: an answered pulse or a finished request. */
  note(): void {
    this.lastSign = performance.now();
    this.idle = 0;
  }

  /**
   * Returns the state of the process, from its signs of life and from the work that it has done since the last call of
   * `judge`.
   */
  judge(): Verdict {
    const now = performance.now();
    const work = workOf(this.pid);
    const passed = now - this.seen.at;
    const used = work && this.seen.used !== null ? work.seconds - this.seen.used : null;
    const works = used === null || work?.runnable || used * 1000 >= passed * minimumWork;
    // Add at most `every + pulse` to the idle time, even if the last call was longer ago: the process could not work
    // while the machine was asleep.
    if (works) this.idle = 0;
    else this.idle += Math.min(passed, this.patience.every + this.patience.pulse);
    this.seen = { at: now, used: work?.seconds ?? null };
    if (now - this.lastSign < this.patience.every + this.patience.pulse / 2) return "alive";
    if (this.idle >= this.patience.idle) return "hung";
    return now - this.lastSign >= this.patience.silent ? "spinning" : "alive";
  }
}

const ticksPerSecond = 100;

/**
 * seconds: processor time that a process has used. runnable: whether the process is running now, or waiting for a
 * processor or a disk. Null if the operating system does not provide these values.
 */
function workOf(pid: number): { seconds: number; runnable: boolean } | null {
  try {
    const [state = "", ...fields] =
      readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return {
      seconds: (Number(fields[10]) + Number(fields[11])) / ticksPerSecond,
      runnable: /[RD]/.test(state),
    };
  } catch {
    return null;
  }
}
