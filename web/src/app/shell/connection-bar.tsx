/** A bar while the server cannot be reached: how old is what one sees, and whether a page waits to be opened. */
import { useSyncExternalStore } from "react";
import { clockTime } from "../../lib/format.ts";
import { connection, onConnection } from "../../lib/http/connection.ts";
import { isWaiting, onWaiting } from "../../lib/later.ts";
import classes from "./shell.module.css";

export function ConnectionBar() {
  const { lost, answered } = useSyncExternalStore(onConnection, connection);
  const waiting = useSyncExternalStore(onWaiting, isWaiting);
  return (
    <div role="status" className={classes.connection}>
      {lost && (
        <p>
          <strong>No connection.</strong> {answered && `What you see is as of ${clockTime(answered)}. `}
          {waiting
            ? "The page that you have chosen opens when the connection is back."
            : "You can go on as soon as the connection is back."}
        </p>
      )}
    </div>
  );
}
