/** Names with what they are: who somebody is, of when an entry is. */
import type { ReactNode } from "react";
import classes from "./facts.module.css";

interface Props {
  /** What has no value is left out unless `blank` says what stands in its place. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  blank?: string;
  /** Told again when it changes. */
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
