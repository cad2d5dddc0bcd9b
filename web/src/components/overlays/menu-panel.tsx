/** A button that opens a panel below it, such as the column chooser or the saved views. */
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from "react";
import { Button } from "../button.tsx";
import { useEscape } from "../floating/escape.ts";
import { useFloating } from "../floating/panel.ts";
import classes from "./menu-panel.module.css";

interface Props {
  label: string;
  icon: ReactNode;
  width?: number;
  children: (close: () => void) => ReactNode;
}

export function MenuPanel({ label, icon, width = 300, children }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = useCallback(() => setOpen(false), []);
  useFloating(button, panel, open, close, width);

  useEffect(() => {
    if (!open) return;
    const first = panel.current?.querySelector<HTMLElement>("input, button, select");
    first?.focus();
  }, [open]);
  useEscape(open, () => {
    setOpen(false);
    button.current?.focus();
  });

  return (
    <div className={classes.root}>
      <Button
        ref={button}
        look="default"
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && (
        <div id={id} ref={panel} className={classes.panel} popover="manual" role="dialog" aria-label={label}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
