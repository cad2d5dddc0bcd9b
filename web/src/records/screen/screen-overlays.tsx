/**
 * The parts that cover a data screen: the paste dialog, the row pane, forms and dialogs. Each part loads when the user
 * first opens it.
 */
import { lazy, Suspense } from "react";
import type { Row } from "../../lib/http/api.ts";
import { useScreen } from "./screen-context.ts";

const Pasting = lazy(() => import("../list/pasting.tsx"));
const RowPane = lazy(() => import("../review/row-pane.tsx"));
const Overlays = lazy(() => import("../overlays/overlays.tsx"));

const noRows: readonly Row[] = [];

export function ScreenOverlays() {
  const { props, rows, mayAdd, hasOverlay, dialog, setDialog, markSaved } = useScreen();
  const { search } = props;
  const shown = rows.data?.data ?? noRows;
  return (
    <>
      {search.paste && mayAdd && (
        <Suspense>
          <Pasting {...props} />
        </Suspense>
      )}
      {search.row !== undefined && (
        <Suspense>
          <RowPane {...props} id={search.row} rows={shown} />
        </Suspense>
      )}
      {hasOverlay && (
        <Suspense>
          <Overlays {...props} rows={shown} dialog={dialog} onDialog={setDialog} onRow={markSaved} />
        </Suspense>
      )}
    </>
  );
}
