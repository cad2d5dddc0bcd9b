/**
 * Escape closes only what is on top: of all panels and dialogs that are open, the one that opened last. Everything that
 * Escape closes is entered here, so that no two things listen for the key by themselves.
 */
import { useLayoutEffect, useRef } from "react";

const open: { close: () => void }[] = [];

function press(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.isComposing) return;
  event.preventDefault();
  open.at(-1)?.close();
}

/** Enters something while it is open. What must not be closed at the moment gives a `close` that does nothing. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  // With what is shown, not a moment later: a key that is pressed as a dialog goes is meant for what is below it.
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

/** Whether a panel or a dialog is open. */
export const isAnythingOpen = (): boolean => open.length > 0;
