/** A wide table scrolls by itself; the links inside take it along. */
import type { ReactNode } from "react";
import classes from "./arbo.module.css";

export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.scroll} aria-label={label}>
      {children}
    </section>
  );
}
