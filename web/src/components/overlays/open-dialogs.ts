/** The open dialogs. The rest of the page is inert meanwhile, so notices are shown in the top one. */
import { type RefObject, useLayoutEffect } from "react";

const open: HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

export const topDialog = (): HTMLDialogElement | null => open.at(-1) ?? null;

/** For `useSyncExternalStore`. */
export function onDialogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Shows a dialog over the page while it is mounted, with the focus on what is marked `data-autofocus`, else on its first
 * control. Closing it gives the focus back.
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

/** Keeps the scrollbar's space while the page behind a dialog cannot scroll (base.css), so that nothing moves. */
function keepGutter(): void {
  const page = document.documentElement;
  if (page.clientWidth < window.innerWidth) page.style.scrollbarGutter = "stable";
}
