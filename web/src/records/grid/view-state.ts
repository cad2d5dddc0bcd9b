/** How somebody likes the table of a record type: kept in this browser. Saved views keep the filters with it. */
import type { ColumnState } from "ag-grid-community";
import { useCallback, useState } from "react";
import type { RecordSearch } from "../common/record-search.ts";

export const densities = ["compact", "normal", "roomy"] as const;
export type Density = (typeof densities)[number];
export const rowHeights: Record<Density, number> = { compact: 26, normal: 29, roomy: 40 };

/** Order, width, freezing and visibility of the columns. */
export type Columns = Pick<ColumnState, "colId" | "width" | "hide" | "pinned">[];

export interface View {
  density: Density;
  columns: Columns | null;
}

export interface SavedView extends View {
  name: string;
  search: Pick<RecordSearch, "tab" | "review" | "where" | "q" | "sort" | "size" | "totals">;
}

interface StoredViews {
  view: View;
  saved: SavedView[];
}

const empty: StoredViews = { view: { density: "normal", columns: null }, saved: [] };
const keyOf = (route: string): string => `arbo.view.${route}`;

export function useViews(route: string) {
  const [stored, setStored] = useState<StoredViews>(() => read(route));
  const keep = useCallback(
    (change: (before: StoredViews) => StoredViews) =>
      setStored((before) => {
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
  return { view: stored.view, saved: stored.saved, setView, save, forget };
}

function read(route: string): StoredViews {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(route)) ?? "null") as Partial<StoredViews> | null;
    if (!stored?.view || !densities.includes(stored.view.density)) return empty;
    return { view: stored.view, saved: Array.isArray(stored.saved) ? stored.saved : [] };
  } catch {
    return empty;
  }
}
