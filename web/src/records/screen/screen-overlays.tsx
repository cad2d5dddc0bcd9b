/**
 * The parts that cover a data screen: the paste dialog, the row pane, forms and dialogs. Each loads when first opened.
 */
import { later } from "../../components/later.tsx";
import { useScreen } from "./screen-context.ts";

const Pasting = later(() => import("../list/pasting.tsx"));
const RowPane = later(() => import("../review/row-pane.tsx"));
const Overlays = later(() => import("../overlays/overlays.tsx"));

export function ScreenOverlays() {
  const { props, pageRows, mayAdd, hasOverlay, dialog, setDialog, markSaved } = useScreen();
  const { search } = props;
  return (
    <>
      {search.paste && mayAdd && <Pasting {...props} />}
      {search.row !== undefined && <RowPane {...props} id={search.row} rows={pageRows} />}
      {hasOverlay && (
        <Overlays {...props} rows={pageRows} dialog={dialog} onDialog={setDialog} onRow={markSaved} />
      )}
    </>
  );
}
