/** Parts of the app whose code loads when they are first shown. */
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { loadChunk } from "../lib/http/load-chunk.ts";

/** @param fallback Shown in place of the component while the code of the component loads. */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: ReactNode,
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(() => loadChunk(load));
  return (props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}
