/** Floating panels in the browser's top layer, placed below or above their field. */
import { type RefObject, useLayoutEffect } from "react";

/** Minimum free pixels below a field. With fewer pixels, the panel of the field opens upward (spec section 2). */
export const spaceBelow = 300;

export interface Place {
  upward: boolean;
  left: number;
  width: number;
  /** Distance in pixels between the panel and the top of the window, or its bottom if the panel opens upward. */
  offset: number;
}

export function placeFor(
  field: { top: number; bottom: number; left: number; width: number },
  view: { width: number; height: number },
  wanted = 280,
): Place {
  const below = view.height - field.bottom;
  const upward = below < spaceBelow && field.top > below;
  const width = Math.min(Math.max(field.width, wanted), view.width - 16);
  const left = Math.max(8, Math.min(field.left, view.width - width - 8));
  // Keep the panel visible, even if content above the field pushes the field out of the window.
  const offset = Math.max(8, (upward ? view.height - field.top : field.bottom) + 4);
  return { upward, left, width, offset };
}

/** Shows a panel in the top layer. If the browser has no popover API, the panel is in the page's normal layers. */
export function showInTopLayer(panel: HTMLElement): void {
  if (typeof panel.showPopover === "function") panel.showPopover();
  else panel.removeAttribute("popover");
}

/** Places a shown panel below or above its field. */
export function placePanel(field: Parameters<typeof placeFor>[0], panel: HTMLElement, wanted?: number): void {
  const place = placeFor(
    field,
    { width: document.documentElement.clientWidth, height: window.innerHeight },
    wanted,
  );
  panel.dataset.upward = String(place.upward);
  panel.style.left = `${place.left}px`;
  panel.style.width = `${place.width}px`;
  panel.style.top = place.upward ? "auto" : `${place.offset}px`;
  panel.style.bottom = place.upward ? `${place.offset}px` : "auto";
}

/**
 * Calls `put` now, and whenever the user scrolls or resizes the window.
 * @returns A function that stops the calls.
 */
export function followMoves(put: () => void): () => void {
  put();
  window.addEventListener("resize", put);
  window.addEventListener("scroll", put, true);
  return () => {
    window.removeEventListener("resize", put);
    window.removeEventListener("scroll", put, true);
  };
}

/** Shows a panel in the top layer beside its field. Closes the panel when the user presses outside. */
export function useFloating(
  field: RefObject<HTMLElement | null>,
  panel: RefObject<HTMLElement | null>,
  open: boolean,
  close: () => void,
  wanted?: number,
): void {
  useLayoutEffect(() => {
    const shown = panel.current;
    if (!open || !shown || !field.current) return;
    showInTopLayer(shown);
    const press = (event: PointerEvent) => {
      const target = event.target;
      if (target instanceof Node && !shown.contains(target) && !field.current?.contains(target)) close();
    };
    const end = followMoves(() => {
      if (field.current) placePanel(field.current.getBoundingClientRect(), shown, wanted);
    });
    document.addEventListener("pointerdown", press, true);
    return () => {
      end();
      document.removeEventListener("pointerdown", press, true);
    };
  }, [field, panel, open, close, wanted]);
}
