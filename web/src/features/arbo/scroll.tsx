/** A scroll container for a wide table. It needs no tab stop of its own, because the table contains links. */
import type { ReactNode } from "react";
import classes from "./arbo.module.css";

export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.scroll} aria-label={label}>
      {children}
    </section>
  );
}
