/** The stack of open dialogs. The page behind the dialogs is inert, so the topmost dialog contains the notices. */
import { type RefObject, useLayoutEffect } from "react";

const open: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

export const topDialog = (): HTMLDialogElement | null => open.at(-1) ?? null;

/** Subscribe function for `useSyncExternalStore`. */
export function onDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Opens a modal dialog while the component is mounted. Focuses the element marked `data-autofocus`, or the first
 * control. After the dialog closes, the previously focused element gets the focus.
 */
export function useShowModal(element: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    keepGutter();
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    open.push(dialog);
    notifyListeners();
    return () => {
      dialog.close();
      open.splice(open.indexOf(dialog), 1);
      if (open.length === 0) document.documentElement.style.scrollbarGutter = "";
      notifyListeners();
    };
  }, [element]);
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Reserves the scrollbar's space while a dialog prevents scrolling (base.css), so that the layout doesn't shift. */
function keepGutter(): void {
  const page = document.documentElement;
  if (page.clientWidth < window.innerWidth) page.style.scrollbarGutter = "stable";
}
