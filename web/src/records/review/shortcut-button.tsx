/** Button that has a shortcut key and shows the key in its label. */
import { type ReactNode, useId } from "react";
import { Button } from "../../components/button.tsx";
import { useHint } from "../../components/floating/hint.ts";
import classes from "./row-pane.module.css";

interface Props {
  /** Id by which the handler of the shortcut key finds the button. */
  name: string;
  /** The shortcut key, as shown on the button. */
  shown: string;
  icon?: ReactNode;
  filled?: boolean;
  /** Reason why the action is not possible now; null if it is possible. */
  reason?: string | null;
  onPress: () => void;
  children: ReactNode;
}

export function ShortcutButton({ name, shown, icon, filled, reason = null, onPress, children }: Props) {
  const id = useId();
  const hint = useHint(reason);
  return (
    <>
      <Button
        look={filled ? "filled" : "default"}
        icon={icon}
        data-shortcut={name}
        aria-keyshortcuts={shown}
        aria-disabled={reason ? true : undefined}
        aria-describedby={reason ? id : undefined}
        {...hint}
        onClick={() => {
          if (!reason) onPress();
        }}
      >
        {children}
        <span aria-hidden="true" className={classes.key}>
          {shown}
        </span>
      </Button>
      {reason && (
        <span id={id} className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  );
}
