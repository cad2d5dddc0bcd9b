/**
 * How somebody likes the table of a record type: kept in this browser. While a saved view is open, its own columns stand in
 * their place, and what is changed of them lasts as long as it is open, or until it is saved.
 */
import type { ColumnState } from "ag-grid-community";
import { useCallback, useState } from "react";
import type { SavedView } from "#shared/contracts/record-lists.ts";

export const densities = ["compact", "normal", "roomy"] as const;
export type Density = (typeof densities)[number];
export const rowHeights: Record<Density, number> = { compact: 26, normal: 29, roomy: 40 };

/** Order, width, freezing and visibility of the columns. */
export type Columns = Pick<ColumnState, "colId" | "width" | "hide" | "pinned">[];

export interface View {
  density: Density;
  columns: Columns | null;
}

/** A saved view that is open. */
export interface OpenedView {
  saved: SavedView;
  view: View;
  /** What it was when it was opened or saved, as a text that tells whether it is still. */
  stood: string;
  /** Names of what it has and this list or its reader has not. */
  left: readonly string[];
}

const standard: View = { density: "normal", columns: null };
export const viewsKey = (route: string): string => `arbo.view.${route}`;

/** @param saved The view that the address names. */
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
