/**
 * Watches over the session of this browser: warns before idling ends it, ends it for all tabs at once, and follows
 * another tab that has signed out. Unsaved entries are drafts by then and wait for the next sign-in.
 *
 * Activity in any tab counts for all. Once the warning stands, only an answer to it counts.
 */
import { useEffect, useMemo, useRef, useState } from "react";
import { announceSignedOut, call } from "../../lib/http/http.ts";
import {
  beginEnding,
  clearSession,
  forgetEndedSessions,
  idleEnd,
  idleKey,
  sessionKey,
  setIdleEnd,
  storedSession,
} from "../../lib/http/session.ts";
import { useKnownUser } from "../../lib/user.ts";
import { idleLimit, idlePause, idlePhase } from "./idle-rules.ts";
import { IdleWarning } from "./idle-warning.tsx";

const activities = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
/** The end is moved at most this often, in milliseconds. */
const grain = 5000;

export default function SessionWatch() {
  const limits = useKnownUser()?.session;
  const limit = useMemo(() => idleLimit(limits), [limits]);
  /** The end that the warning counts down to; null while there is nothing to warn of. */
  const [warnedEnd, setWarnedEnd] = useState<number | null>(null);
  const [now, setNow] = useState(() => Date.now());
  const warned = useRef(false);
  warned.current = warnedEnd !== null;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (!storedSession()) {
        setWarnedEnd(null);
        return;
      }
      if (idleEnd() === Number.POSITIVE_INFINITY) setIdleEnd(Date.now() + limit.whole);
      const end = idleEnd();
      const moment = Date.now();
      const phase = idlePhase(end, moment, limit);
      setNow(moment);
      setWarnedEnd(phase === "warned" ? end : null);
      if (phase === "ended") void endIdleSession();
      else timer = setTimeout(look, idlePause(end, moment, limit));
    };
    const act = () => {
      if (warned.current || !storedSession()) return;
      const [moment, end] = [Date.now(), idleEnd()];
      if (Math.abs(moment + limit.whole - end) < grain) return;
      // A computer that slept wakes with an end in the past: that session is over, whatever is pressed first.
      if (moment < end) setIdleEnd(moment + limit.whole);
      look();
    };
    const other = (event: StorageEvent) => {
      if (event.key === idleKey) look();
      if (event.key !== sessionKey) return;
      forgetEndedSessions();
      // All tabs count down to the same end; one of them is the first to act on it.
      if (event.newValue === null) announceSignedOut(warned.current ? "idle" : "elsewhere");
      look();
    };
    look();
    for (const name of activities) window.addEventListener(name, act, { passive: true });
    window.addEventListener("storage", other);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      for (const name of activities) window.removeEventListener(name, act);
      window.removeEventListener("storage", other);
      document.removeEventListener("visibilitychange", look);
    };
  }, [limit]);

  if (warnedEnd === null) return null;
  const stay = () => {
    setIdleEnd(Date.now() + limit.whole);
    setWarnedEnd(null);
    // Looks again at the new end, as the other tabs do when they hear of it.
    document.dispatchEvent(new Event("visibilitychange"));
  };
  return <IdleWarning left={warnedEnd - now} onStay={stay} onLeave={() => void endIdleSession()} />;
}

/** Ends the session at the server and in this browser; the other tabs follow the browser's storage. */
async function endIdleSession(): Promise<void> {
  if (!storedSession()) return;
  announceSignedOut("idle");
  try {
    beginEnding();
    await call("POST /api/auth/logout");
  } catch (problem) {
    console.error("The server did not end the session.", problem);
  }
  clearSession();
}
