/**
 * Keeps the focus in a list whose entries have buttons. If the focused button disappears, the next button gets the
 * focus, or else the previous button, or else the list (WCAG 2.4.3).
 */
import { type FocusEvent, useLayoutEffect, useRef } from "react";

/** Returns the props of the element that contains the list. The component must render after each change of the list. */
export function useKeptFocus<List extends HTMLElement>() {
  const ref = useRef<List>(null);
  /**
   * The buttons that get the focus, in order: the focused button, the buttons after it, the buttons before it (nearest
   * first). Null if the focus is outside the list.
   */
  const candidates = useRef<readonly HTMLElement[] | null>(null);
  const note = () => {
    const buttons = [...(ref.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const place = buttons.indexOf(document.activeElement as HTMLElement);
    candidates.current = place < 0 ? null : [...buttons.slice(place), ...buttons.slice(0, place).reverse()];
  };
  useLayoutEffect(() => {
    if (!candidates.current || !ref.current) return;
    if (document.activeElement !== document.body) {
      note();
      return;
    }
    const [own] = candidates.current;
    // Don't move the focus while the focused button is disabled, because its action is still running.
    if (own?.isConnected && own.matches(":disabled")) return;
    ref.current.tabIndex = -1;
    const left = candidates.current.find((button) => button.isConnected && button.matches(":enabled"));
    (left ?? ref.current).focus();
  });
  /**
   * Forgets the buttons when the focus leaves the list. A button that is disabled during its action also loses the
   * focus, but gets it back later.
   */
  const onBlur = ({ target, relatedTarget }: FocusEvent<List>) => {
    if (relatedTarget || !target.matches(":disabled")) candidates.current = null;
  };
  return { ref, onFocus: note, onBlur };
}
