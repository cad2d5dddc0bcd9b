/** A container in which a wide table scrolls. It needs no separate tab stop, because the table contains links. */
import type { ReactNode } from "react";
import classes from "./arbo.module.css";

export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className={classes.scroll} aria-label={label}>
      {children}
    </section>
  );
}
