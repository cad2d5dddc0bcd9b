/**
 * A bar shown while the server can't be reached. It states the age of the displayed data, and what happens when the
 * connection is back.
 */
import { useSyncExternalStore } from "react";
import { momentOf } from "../../lib/format.ts";
import { connection, onConnection } from "../../lib/http/connection.ts";
import { isIdleEndDue } from "../../lib/http/session.ts";
import { isNavigationDeferred, onDeferredNavigation } from "./deferred-navigation.ts";
import { useDataTime } from "./use-data-time.ts";

export default function ConnectionBar() {
  const { lost } = useSyncExternalStore(onConnection, connection);
  const waiting = useSyncExternalStore(onDeferredNavigation, isNavigationDeferred);
  const time = useDataTime();
  return (
    <div role="status">
      {(lost || time !== null) && (
        <p>
          <strong>{lost ? "You are offline." : "The server does not answer."}</strong>{" "}
          {time !== null && `This screen shows data of ${momentOf(time)}. `}
          {lost && <WhenBack waiting={waiting} />}
        </p>
      )}
    </div>
  );
}

function WhenBack({ waiting }: { waiting: boolean }) {
  if (waiting) return "The page you chose will open when you reconnect.";
  if (isIdleEndDue()) return "Entries in open forms are kept. You will sign in again when you reconnect.";
  return "What you save is kept on this computer and sent when you reconnect.";
}
