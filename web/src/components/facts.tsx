/** A list of names and values, such as the details of a user or of a log entry. */
import type { ReactNode } from "react";
import classes from "./facts.module.css";

interface Props {
  /** Entries without a value show the text `blank`. Without `blank`, these entries are hidden. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  blank?: string;
  /** True if screen readers announce changes of the values. */
  live?: boolean;
}

export const Facts = ({ facts, blank, live }: Props) => (
  <dl className={classes.facts} aria-live={live ? "polite" : undefined}>
    {facts.map(([name, value]) =>
      value || blank ? (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || blank}</dd>
        </div>
      ) : null,
    )}
  </dl>
);
