/** The loading overlay (spec section 2). Its text is animated in a loop of 10 seconds (section 9). */
import { useEffect, useState } from "react";
import { loadingEvent } from "../lib/http/events.ts";
import classes from "./loading-overlay.module.css";

export function LoadingOverlay() {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const follow = (event: Event) => setOn(event instanceof CustomEvent && event.detail === true);
    window.addEventListener(loadingEvent, follow);
    return () => window.removeEventListener(loadingEvent, follow);
  }, []);
  if (!on) return null;
  return (
    <div className={classes.overlay} role="status" aria-live="assertive">
      <span className={classes.text}>Loading, Please wait...</span>
    </div>
  );
}
