/**
 * What takes long to draw, drawn once it comes near the window or is printed; until then its place is kept. It is told
 * the width of its place.
 */
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

interface Props {
  /** Pixels that it will take in a place of a width. */
  heightIn: (width: number) => number;
  /** At once. */
  now?: boolean;
  children: (width: number) => ReactNode;
}

/** Before it is seen, so that whoever scrolls finds it drawn. */
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
