/** Screens for an unknown URL and for a screen that failed to load. */
import { Link } from "@tanstack/react-router";
import { messageOf } from "../lib/http/problem.ts";
import { Button } from "./button.tsx";
import classes from "./problem-screens.module.css";

export function NotFound() {
  return (
    <div className={classes.message}>
      <h1>There is no such page</h1>
      <p>
        The address may be mistyped, or the page may have moved. Go back in your browser, or start again from
        Home.
      </p>
      <p className={classes.links}>
        <Link to="/homepage">Go to Home</Link>
        <Link to="/homepage/help">Open Help</Link>
      </p>
    </div>
  );
}

/**
 * The page for an unknown URL outside the shell. It has its own `main` element, because only the shell provides one.
 */
export const NotFoundOutside = () => (
  <main>
    <NotFound />
  </main>
);

export function ScreenFailed({ error }: { error: unknown }) {
  return (
    <div className={classes.message} role="alert">
      <h1>This page could not be shown</h1>
      <p>{messageOf(error)}</p>
      <Button onClick={() => window.location.reload()}>Load the page again</Button>
    </div>
  );
}
