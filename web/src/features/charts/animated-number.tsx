/**
 * A number that counts up to its value, unless the user prefers reduced motion. Screen readers get only the final
 * value.
 */
import { useEffect, useRef } from "react";
import { count } from "../../lib/format.ts";

/** Default duration of the counting animation in milliseconds (spec section 9). */
const defaultDuration = 2000;

interface Props {
  value: number;
  duration?: number;
}

export function AnimatedNumber({ value, duration = defaultDuration }: Props) {
  const shown = useRef<HTMLSpanElement>(null);
  const before = useRef(0);
  useEffect(() => {
    const element = shown.current;
    const from = before.current;
    before.current = value;
    if (!element) return;
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches || from === value) {
      element.textContent = count(value);
      return;
    }
    const started = performance.now();
    let frame = requestAnimationFrame(function draw(now: number) {
      const part = Math.min(1, Math.max(0, now - started) / duration);
      // Count fast at first and slowly at the end, so that the last digits are readable.
      const eased = 1 - (1 - part) ** 4;
      element.textContent = count(part === 1 ? value : Math.round(from + (value - from) * eased));
      if (part < 1) frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [value, duration]);
  return (
    <>
      <span ref={shown} aria-hidden="true">
        {count(before.current)}
      </span>
      <span className="visually-hidden">{count(value)}</span>
    </>
  );
}
