/** When an idle session is warned about and when it ends: pure rules over moments in milliseconds. */
import type { SessionLimits } from "../../lib/current-user.ts";

const minute = 60_000;

/** Where the server says nothing. */
const defaults: SessionLimits = { idle_minutes: 30, warn_minutes: 2 };

export interface IdleLimit {
  /** From the last activity to the end of the session. */
  whole: number;
  /** From the warning to the end; half of a limit that would be all warning. */
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

/** How long nothing changes, in milliseconds: until the warning, or until its next second. */
export function idlePause(end: number, now: number, limit: IdleLimit): number {
  const untilWarning = end - limit.warning - now;
  return untilWarning > 0 ? untilWarning : Math.max(1, (end - now) % 1000 || 1000);
}

/** "1 minute 40 seconds", as the warning says it. */
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
