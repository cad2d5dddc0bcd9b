/**
 * The only keydown listeners on the window. Handlers run newest first, so a dialog gets a key before the screen below.
 * A handler that uses a key calls `preventDefault`, which stops the further handlers. `before` handlers get a key
 * before the focused element: Escape, and typing while a dialog loads. `after` handlers get the keys that no element
 * and no other listener has used: shortcuts.
 */
import { useEffectEvent, useLayoutEffect } from "react";

type Phase = "before" | "after";
type Handler = (event: KeyboardEvent) => void;

const handlers: Readonly<Record<Phase, Handler[]>> = { before: [], after: [] };

function dispatch(phase: Phase, event: KeyboardEvent): void {
  for (const handle of handlers[phase].toReversed()) {
    if (event.defaultPrevented) return;
    handle(event);
  }
}

if (typeof window !== "undefined") {
  window.addEventListener("keydown", (event) => dispatch("before", event), { capture: true });
  window.addEventListener("keydown", (event) => dispatch("after", event));
}

/** Handles keys until the returned function is called. */
export function handleKeys(phase: Phase, handler: Handler): () => void {
  handlers[phase].push(handler);
  return () => {
    handlers[phase].splice(handlers[phase].indexOf(handler), 1);
  };
}

/** Handles keys while the component is mounted and `enabled` is true. */
export function useKeyDown(phase: Phase, onKeyDown: Handler, enabled = true): void {
  const handleKeyDown = useEffectEvent(onKeyDown);
  // Use a layout effect, so that the handler is registered before the user sees the screen and can press a
  // key.
  useLayoutEffect(() => {
    if (!enabled) return;
    return handleKeys(phase, (event) => handleKeyDown(event));
  }, [phase, enabled]);
}
