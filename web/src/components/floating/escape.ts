/** Escape closes only the panel or dialog that opened last. */
import { useLayoutEffect } from "react";
import { useKeyDown } from "../../lib/keyboard.ts";

let openCount = 0;

/**
 * Calls `close` on Escape while `isOpen` is true. A dialog that can't be closed now passes a `close` that does nothing.
 */
export function useEscape(isOpen: boolean, close: () => void): void {
  useKeyDown(
    "before",
    (event) => {
      if (event.key !== "Escape" || event.isComposing) return;
      event.preventDefault();
      close();
    },
    isOpen,
  );
  useLayoutEffect(() => {
    if (!isOpen) return;
    openCount += 1;
    return () => {
      openCount -= 1;
    };
  }, [isOpen]);
}

/** True while a panel or a dialog is open. */
export const isAnythingOpen = (): boolean => openCount > 0;

/** True while exactly one panel or dialog is open. */
export const isOneOpen = (): boolean => openCount === 1;
