/**
 * Table settings of a record type: density and columns, stored in this browser. An open saved view has its own
 * settings; unsaved changes to them are lost when the user closes the view.
 */
import type { ColumnState } from "ag-grid-community";
import { useCallback, useState } from "react";
import type { SavedView } from "#shared/contracts/record-lists.ts";

export const densities = ["compact", "normal", "roomy"] as const;
export type Density = (typeof densities)[number];
export const rowHeights: Record<Density, number> = { compact: 26, normal: 29, roomy: 40 };

/** Order, width, pinning and visibility of the columns. */
export type Columns = Pick<ColumnState, "colId" | "width" | "hide" | "pinned">[];

export interface View {
  density: Density;
  columns: Columns | null;
}

/** The saved view that is open. */
export interface OpenedView {
  saved: SavedView;
  view: View;
  /**
   * The settings as a string, as they were when the view was opened or last saved. A comparison with this string
   * detects changes.
   */
  savedState: string;
  /** Labels of filters and columns of the view that are missing in this list or that the user can't see. */
  omitted: readonly string[];
}

const standard: View = { density: "normal", columns: null };
const viewsKey = (route: string): string => `arbo.view.${route}`;

/** @param saved Id of the saved view in the URL. */
export function useViews(route: string, saved: number | undefined) {
  const [own, setOwn] = useState<View>(() => read(route));
  const [opened, setOpened] = useState<OpenedView | null>(null);
  const open = opened?.saved.id === saved ? opened : null;
  const inSaved = open !== null;
  const setView = useCallback(
    (change: Partial<View>) => {
      if (inSaved) setOpened((before) => before && { ...before, view: { ...before.view, ...change } });
      else
        setOwn((before) => {
          const view = { ...before, ...change };
          localStorage.setItem(viewsKey(route), JSON.stringify({ ...stored(route), view }));
          return view;
        });
    },
    [route, inSaved],
  );
  return { view: open?.view ?? own, opened: open, setOpened, setView };
}

export type Views = ReturnType<typeof useViews>;

function stored(route: string): { view?: View } | null {
  try {
    return JSON.parse(localStorage.getItem(viewsKey(route)) ?? "null");
  } catch {
    return null;
  }
}

function read(route: string): View {
  const view = stored(route)?.view;
  return view && densities.includes(view.density) ? view : standard;
}
