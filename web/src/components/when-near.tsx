/**
 * Renders slow content only when the user scrolls near it, or when the page is printed. Until then, its space is
 * reserved. The content receives the available width in pixels.
 */
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

interface Props {
  /** Returns the height of the content in pixels for a given width in pixels. */
  heightIn: (width: number) => number;
  /** True to render the content immediately. */
  now?: boolean;
  children: (width: number) => ReactNode;
}

/**
 * Maximum distance from the visible part of the page at which the content is rendered, so that the content is ready
 * when the user scrolls to it.
 */
const margin = "300px";

export function WhenNear({ heightIn, now = false, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  const [near, setNear] = useState(false);
  const drawn = near || now;

  useLayoutEffect(() => setWidth(place.current?.clientWidth ?? 0), []);
  useEffect(() => {
    const element = place.current;
    if (!element || drawn) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setNear(true));
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    const print = () => flushSync(() => setNear(true));
    window.addEventListener("beforeprint", print);
    return () => {
      observer.disconnect();
      window.removeEventListener("beforeprint", print);
    };
  }, [drawn]);
  return (
    <div ref={place} style={drawn || width === null ? undefined : { height: heightIn(width) }}>
      {drawn && width !== null && children(width)}
    </div>
  );
}
