/** Chooses between the table and the other ways to see the rows. */
import type { ReactNode } from "react";
import { Button } from "../components/button.tsx";
import classes from "./record-screen.module.css";

interface Props {
  views: readonly { name: string | undefined; label: string; icon: ReactNode }[];
  current: string | undefined;
  onView: (name: string | undefined) => void;
}

export function ViewChoice({ views, current, onView }: Props) {
  return (
    <fieldset className={classes.views}>
      <legend className="visually-hidden">Seen as</legend>
      {views.map(({ name, label, icon }) => (
        <Button
          key={label}
          look="default"
          icon={icon}
          aria-pressed={name === current}
          onClick={() => onView(name)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}
