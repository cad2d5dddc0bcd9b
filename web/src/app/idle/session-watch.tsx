/**
 * Watches the session of this browser: warns before an idle session ends, ends the session in all tabs, and reacts to a
 * sign-out in another tab. Unsaved entries are stored as drafts. Activity in any tab keeps the session alive in all
 * tabs. While the warning is shown, only its button "Stay signed in" keeps the session alive. Without a connection, no
 * session ends and no warning is shown.
 */
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { checkConnection, connection, onConnection } from "../../lib/http/connection.ts";
import { announceSignedOut } from "../../lib/http/http.ts";
import {
  allowFinalLogout,
  clearSession,
  idleEnd,
  idleKey,
  removeEndedSessionData,
  setIdleEnd,
} from "../../lib/http/session.ts";
import { sessionKey, storedSession } from "../../lib/secrets/stored-session.ts";
import { endOnServer } from "../../lib/sign-out.ts";
import { useKnownUser } from "../../lib/user.ts";
import { idleLimit, idlePause, idlePhase } from "./idle-rules.ts";
import { IdleWarning } from "./idle-warning.tsx";

const activities = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
/**
 * Minimum milliseconds between two updates of the session's end. Without this limit, every mouse move would write to
 * storage.
 */
const grain = 5000;

export default function SessionWatch() {
  const limits = useKnownUser()?.session;
  const limit = useMemo(() => idleLimit(limits), [limits]);
  /** Time to which the warning counts down (milliseconds since 1970); null if no warning is shown. */
  const [warnedEnd, setWarnedEnd] = useState<number | null>(null);
  const [now, setNow] = useState(() => Date.now());
  const isWarned = useEffectEvent(() => warnedEnd !== null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /**
     * Time at which the session ends (milliseconds since 1970), as last read from storage. When another tab signs out,
     * the stored time is gone, but this copy remains.
     */
    let end = Number.POSITIVE_INFINITY;
    const phaseAt = (moment: number) => (connection().lost ? "active" : idlePhase(end, moment, limit));
    const look = () => {
      clearTimeout(timer);
      if (!storedSession()) {
        setWarnedEnd(null);
        return;
      }
      if (idleEnd() === Number.POSITIVE_INFINITY) setIdleEnd(Date.now() + limit.whole);
      end = idleEnd();
      const moment = Date.now();
      const phase = phaseAt(moment);
      setNow(moment);
      setWarnedEnd(phase === "warned" ? end : null);
      if (phase === "ended") void endIdleSession();
      else if (!connection().lost) timer = setTimeout(look, idlePause(end, moment, limit));
    };
    const act = () => {
      const moment = Date.now();
      const stored = idleEnd();
      if (isWarned() || Math.abs(moment + limit.whole - stored) < grain || !storedSession()) return;
      // The session may have ended while the computer was asleep. A key press must not extend an ended session.
      if (moment < stored) setIdleEnd(moment + limit.whole);
      look();
    };
    const other = (event: StorageEvent) => {
      if (event.key === idleKey) look();
      if (event.key !== sessionKey) return;
      removeEndedSessionData(storedSession());
      // Another tab has removed the session, because the user signed out or because the session was idle. If the idle
      // warning was already due in this tab, the reason is "idle".
      if (event.newValue === null) announceSignedOut(phaseAt(Date.now()) === "active" ? "elsewhere" : "idle");
      look();
    };
    look();
    const stopFollowing = onConnection(look);
    for (const name of activities) window.addEventListener(name, act, { passive: true });
    window.addEventListener("storage", other);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      stopFollowing();
      for (const name of activities) window.removeEventListener(name, act);
      window.removeEventListener("storage", other);
      document.removeEventListener("visibilitychange", look);
    };
  }, [limit]);

  if (warnedEnd === null) return null;
  const stay = () => {
    setIdleEnd(Date.now() + limit.whole);
    setWarnedEnd(null);
    // Makes this tab check the new end of the session. Other tabs check it when they receive the storage event.
    document.dispatchEvent(new Event("visibilitychange"));
  };
  return <IdleWarning left={warnedEnd - now} onStay={stay} onLeave={endSession} />;
}

/**
 * Ends a session whose limit has passed, if the server can be reached. A computer that was asleep may be offline, so
 * check the connection first.
 */
async function endIdleSession(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await checkConnection();
  if (!connection().lost) await endSession();
  isEnding = false;
}

let isEnding = false;

/** Ends the session on the server and in this browser. Other tabs notice that the stored session is gone. */
async function endSession(): Promise<void> {
  if (!storedSession()) return;
  announceSignedOut("idle");
  allowFinalLogout();
  await endOnServer();
  clearSession();
}
