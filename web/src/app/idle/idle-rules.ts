/** Rules for when an idle session gets a warning and when it ends. All times are in milliseconds. */
import type { SessionLimits } from "../../lib/current-user.ts";

const minute = 60_000;

/** Idle limits used if the server sends no limits. */
const defaults: SessionLimits = { idle_minutes: 30, warn_minutes: 2 };

export interface IdleLimit {
  /** Milliseconds from the last activity to the end of the session. */
  whole: number;
  /** Milliseconds from the warning to the end of the session; at most half of the whole idle limit. */
  warning: number;
}

export function idleLimit(limits: SessionLimits = defaults): IdleLimit {
  const whole = limits.idle_minutes * minute;
  return { whole, warning: Math.min(limits.warn_minutes * minute, whole / 2) };
}

export type IdlePhase = "active" | "warned" | "ended";

export function idlePhase(end: number, now: number, limit: IdleLimit): IdlePhase {
  if (now >= end) return "ended";
  return now >= end - limit.warning ? "warned" : "active";
}

/** Returns the milliseconds until the idle warning appears, or until the next second of its countdown. */
export function idlePause(end: number, now: number, limit: IdleLimit): number {
  const untilWarning = end - limit.warning - now;
  return untilWarning > 0 ? untilWarning : Math.max(1, (end - now) % 1000 || 1000);
}

/** Returns the remaining time as text, such as "1 minute 40 seconds". */
export function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const parts = [
    [Math.floor(seconds / 60), "minute"],
    [seconds % 60, "second"],
  ] as const;
  const said = parts.filter(([count]) => count > 0);
  if (said.length === 0) return "0 seconds";
  return said.map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`).join(" ");
}
