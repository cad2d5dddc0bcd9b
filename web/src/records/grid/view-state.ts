/** How somebody likes the table of a record type: kept in this browser. Saved views keep the filters with it. */
import type { ColumnState } from "ag-grid-community";
import { useCallback, useState } from "react";
import type { RecordSearch } from "../common/record-search.ts";

export const densities = ["compact", "normal", "roomy"] as const;
export type Density = (typeof densities)[number];
export const rowHeights: Record<Density, number> = { compact: 29, normal: 36, roomy: 46 };

/** Order, width, freezing and visibility of the columns. */
export type Columns = Pick<ColumnState, "colId" | "width" | "hide" | "pinned">[];

export interface View {
  density: Density;
  columns: Columns | null;
}

export interface SavedView extends View {
  name: string;
  search: Pick<RecordSearch, "tab" | "where" | "q" | "sort" | "size">;
}

interface Kept {
  view: View;
  saved: SavedView[];
}

const empty: Kept = { view: { density: "normal", columns: null }, saved: [] };
const keyOf = (route: string): string => `arbo.view.${route}`;

export function useViews(route: string) {
  const [kept, setKept] = useState<Kept>(() => read(route));
  const keep = useCallback(
    (change: (before: Kept) => Kept) =>
      setKept((before) => {
        const next = change(before);
        localStorage.setItem(keyOf(route), JSON.stringify(next));
        return next;
      }),
    [route],
  );
  const setView = useCallback(
    (change: Partial<View>) => keep((before) => ({ ...before, view: { ...before.view, ...change } })),
    [keep],
  );
  const save = (view: SavedView) =>
    keep((before) => ({
      ...before,
      saved: [...before.saved.filter((other) => other.name !== view.name), view],
    }));
  const forget = (name: string) =>
    keep((before) => ({ ...before, saved: before.saved.filter((other) => other.name !== name) }));
  return { view: kept.view, saved: kept.saved, setView, save, forget };
}

function read(route: string): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(route)) ?? "null") as Partial<Kept> | null;
    if (!kept?.view || !densities.includes(kept.view.density)) return empty;
    return { view: kept.view, saved: Array.isArray(kept.saved) ? kept.saved : [] };
  } catch {
    return empty;
  }
}
