/** A bar shown while this page and the API have different versions, or while a new version of the page is ready. */
import { useSyncExternalStore } from "react";
import { loadFully } from "../../lib/http/full-load.ts";
import { onOutdated, pageVersion } from "../../lib/http/versions.ts";
import classes from "./shell.module.css";

export function VersionBar() {
  const version = useSyncExternalStore(onOutdated, pageVersion);
  return (
    <div role="status">
      {version === "expected" && <p>The system is being updated. You can continue to work.</p>}
      {version === "ready" && (
        <p>
          A new version of the system is ready.{" "}
          <button
            type="button"
            className={classes.reload}
            onClick={() => void loadFully(window.location.href)}
          >
            Reload
          </button>
        </p>
      )}
    </div>
  );
}
