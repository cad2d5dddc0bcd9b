/**
 * The data screen of a record type: heading, bars, filters, rows, the bar of selected rows, and dialogs. The
 * URL contains the state of the screen.
 */
import { fullLabel } from "#shared/records/vocabulary/full-label.ts";
import { useDocumentTitle } from "../../lib/hooks/use-document-title.ts";
import classes from "../common/record-screen.module.css";
import { ScreenBars, SelectionBar } from "./screen-bars.tsx";
import { type RecordScreenProps, ScreenContext, useScreenState } from "./screen-context.ts";
import { ScreenFilters } from "./screen-filters.tsx";
import { ScreenHead } from "./screen-head.tsx";
import { ScreenOverlays } from "./screen-overlays.tsx";
import { ScreenRows } from "./screen-rows.tsx";

export function RecordScreen(props: RecordScreenProps) {
  const screen = useScreenState(props);
  useDocumentTitle(fullLabel(props.record));
  return (
    <ScreenContext value={screen}>
      <section className={classes.screen} aria-labelledby="record-title" data-fills-window>
        <ScreenHead />
        <ScreenBars />
        <ScreenFilters />
        <ScreenRows />
        <SelectionBar />
        <ScreenOverlays />
      </section>
    </ScreenContext>
  );
}
