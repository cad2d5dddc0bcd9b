/** The tooltip of the hovered or focused element. The whole app shares one tooltip element. */
import { useEffect, useRef } from "react";

let bubble: HTMLDivElement | null = null;

function showBubble(target: Element, text: string): void {
  bubble ??= makeBubble();
  bubble.textContent = text;
  bubble.showPopover?.();
  const at = target.getBoundingClientRect();
  const own = bubble.getBoundingClientRect();
  const left = Math.min(
    Math.max(6, at.left + at.width / 2 - own.width / 2),
    window.innerWidth - own.width - 6,
  );
  const above = at.top - own.height - 6;
  bubble.style.left = `${left}px`;
  bubble.style.top = `${above > 4 ? above : at.bottom + 6}px`;
}

function makeBubble(): HTMLDivElement {
  const made = document.createElement("div");
  made.className = "app-hint";
  made.popover = "manual";
  // Screen readers get the text of the tooltip from the element itself (its label or aria-describedby).
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
}

const hideBubble = (): void => bubble?.hidePopover?.();

/**
 * Returns event handlers for an element. The tooltip is visible while the element is hovered or focused; Escape hides
 * it.
 */
export function useHint(text: string | null | undefined) {
  const shown = useRef(false);
  useEffect(
    () => () => {
      if (shown.current) hideBubble();
    },
    [],
  );
  const hide = () => {
    if (shown.current) hideBubble();
    shown.current = false;
  };
  const show = (event: { currentTarget: Element }) => {
    if (!text) return;
    showBubble(event.currentTarget, text);
    shown.current = true;
  };
  return {
    onMouseEnter: show,
    onFocus: show,
    onMouseLeave: hide,
    onBlur: hide,
    onKeyDown: (event: { key: string }) => {
      if (event.key === "Escape") hide();
    },
  };
}
