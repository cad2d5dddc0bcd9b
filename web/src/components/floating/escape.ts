/**
 * Escape closes only the topmost panel or dialog, which is the one that opened last. All panels and dialogs register
 * here instead of listening for the key themselves.
 */
import { useLayoutEffect, useRef } from "react";

const open: { close: () => void }[] = [];

function press(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.isComposing) return;
  event.preventDefault();
  open.at(-1)?.close();
}

/** Registers a panel or dialog while it is open. If it must not close right now, pass a `close` that does nothing. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  // A layout effect, so that registration changes together with the display: a key pressed while a dialog closes must
  // reach what is below it.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const entry = { close: () => latest.current() };
    if (open.length === 0) window.addEventListener("keydown", press, { capture: true });
    open.push(entry);
    return () => {
      open.splice(open.indexOf(entry), 1);
      if (open.length === 0) window.removeEventListener("keydown", press, { capture: true });
    };
  }, [isOpen]);
}

/** True if a panel or dialog is open. */
export const isAnythingOpen = (): boolean => open.length > 0;
