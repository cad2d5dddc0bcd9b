/** Parts of the app whose code loads when they are first shown. */
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { loadChunk } from "../lib/http/load-chunk.ts";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * Returns a part that the screen needs. If its code can't be loaded, an error replaces the page.
 * @param fallback Shown in place of the component while the code of the component loads.
 */
export const later = <Props extends object>(load: Load<Props>, fallback?: ReactNode): ComponentType<Props> =>
  suspended(() => loadChunk(load), fallback);

/** Returns a part that the screen can do without. If its code can't be loaded, the part is missing. */
export const optional = <Props extends object>(load: Load<Props>): ComponentType<Props> =>
  suspended(() =>
    loadChunk(load).catch((problem: unknown) => {
      console.error("A part of the screen could not be loaded.", problem);
      return { default: () => null };
    }),
  );

function suspended<Props extends object>(load: Load<Props>, fallback?: ReactNode): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(load);
  return (props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}
