/**
 * The parts that cover a data screen: the paste dialog, the row pane, forms and dialogs. Each part loads when the user
 * first opens it.
 */
import { lazy, Suspense } from "react";
import { useScreen } from "./screen-context.ts";

const Pasting = lazy(() => import("../list/pasting.tsx"));
const RowPane = lazy(() => import("../review/row-pane.tsx"));
const Overlays = lazy(() => import("../overlays/overlays.tsx"));

export function ScreenOverlays() {
  const { props, pageRows, mayAdd, hasOverlay, dialog, setDialog, markSaved } = useScreen();
  const { search } = props;
  return (
    <>
      {search.paste && mayAdd && (
        <Suspense>
          <Pasting {...props} />
        </Suspense>
      )}
      {search.row !== undefined && (
        <Suspense>
          <RowPane {...props} id={search.row} rows={pageRows} />
        </Suspense>
      )}
      {hasOverlay && (
        <Suspense>
          <Overlays {...props} rows={pageRows} dialog={dialog} onDialog={setDialog} onRow={markSaved} />
        </Suspense>
      )}
    </>
  );
}
