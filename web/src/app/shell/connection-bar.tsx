/**
 * A bar shown while the server can't be reached: it shows the age of the displayed data, and whether a chosen page will
 * open later.
 */
import { useSyncExternalStore } from "react";
import { isNavigationDeferred, onDeferredNavigation } from "../../lib/deferred-navigation.ts";
import { clockTime } from "../../lib/format.ts";
import { connection, onConnection } from "../../lib/http/connection.ts";

export function ConnectionBar() {
  const { lost, answered } = useSyncExternalStore(onConnection, connection);
  const waiting = useSyncExternalStore(onDeferredNavigation, isNavigationDeferred);
  return (
    <div role="status">
      {lost && (
        <p>
          <strong>You are offline.</strong> {answered && `Showing data from ${clockTime(answered)}. `}
          {waiting
            ? "The page you chose will open when you reconnect."
            : "Entries in open forms are kept and sent when you reconnect."}
        </p>
      )}
    </div>
  );
}
