/** The actions of a row: one button with a word, and a button that opens the menu with all actions. */
import { IconDots } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { ActButton } from "../act-button.tsx";
import { IconButton } from "../button.tsx";
import { useHint } from "../floating/hint.ts";
import { pointBelow } from "./menu-button.tsx";
import type { MenuAt } from "./menu-list.tsx";
import classes from "./row-acts.module.css";

interface Props {
  /** Name of the row. Screen readers announce it once, for the group of both buttons. */
  name: string;
  act: {
    label: string;
    icon: ComponentType<{ size: number }>;
    /** Why the action is not possible now; null if it is possible. */
    reason?: string | null;
    run: () => void;
  };
  /** Opens the menu at the given point. */
  onMore: (at: MenuAt) => void;
}

export function RowActs({ name, act, onMore }: Props) {
  const hint = useHint("More actions");
  return (
    <fieldset aria-label={name} className={classes.acts}>
      <ActButton word label={act.label} reason={act.reason ?? null} icon={act.icon} onAct={act.run} />
      <IconButton
        tone="plain"
        aria-label="More"
        aria-haspopup="menu"
        {...hint}
        onClick={(event) => {
          event.stopPropagation();
          onMore(pointBelow(event.currentTarget));
        }}
      >
        <IconDots size={17} aria-hidden />
      </IconButton>
    </fieldset>
  );
}
