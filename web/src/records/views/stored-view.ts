/** What a saved view holds, of a list as it stands; and a list as a saved view has it, as far as its reader's list goes. */
import type { SavedView, StoredView } from "#shared/contracts/record-lists.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { pageSizes } from "../../lib/page-sizes.ts";
import { isDrilled, type RecordSearch, readSorts, sortText } from "../common/record-search.ts";
import { hasRight, hiddenColumns } from "../common/rights.ts";
import type { RecordSlots } from "../common/slots.ts";
import { columnsFor } from "../grid/columns.tsx";
import type { Columns, OpenedView, View } from "../grid/view-state.ts";

/** What of an address a view keeps: neither the page nor what is open on top of the list. */
export type ViewSearch = Pick<
  RecordSearch,
  "tab" | "review" | "check" | "where" | "q" | "sort" | "size" | "totals" | "view"
>;

/** The number that opened a list is no part of a view. */
export const canBeSaved = (search: RecordSearch): boolean => !isDrilled(search);

/** Whether an address says by itself which rows it lists, and how. */
export const saysMore = (search: RecordSearch): boolean =>
  isDrilled(search) || Object.keys(storedView({ density: "normal", columns: null }, search)).length > 2;

/** Columns that hold no field: they stand where they stand, for whoever has them. */
const furniture = ["select", "actions", "card"];

export function storedView({ density, columns: shown }: View, search: ViewSearch): StoredView {
  const { tab, review, check, where, q, sort, size, totals, view } = search;
  const sorts = readSorts(sort);
  const columns = shown?.filter(({ colId }) => !furniture.includes(colId)).map(storedColumn);
  return {
    density,
    columns: columns && columns.length > 0 ? columns : null,
    ...(where ? { filters: Object.fromEntries(Object.entries(where).sort()) } : {}),
    ...(sorts.length > 0 ? { sort: sorts } : {}),
    ...(q ? { q } : {}),
    // Both stages at once stand where a number counted both.
    ...(tab && tab !== "all" ? { tab } : {}),
    ...(review ? { review } : {}),
    ...(check ? { check } : {}),
    ...(size ? { page_size: size } : {}),
    ...(totals ? { totals: true } : {}),
    ...(view ? { shown_as: view } : {}),
  };
}

const storedColumn = ({ colId, width, hide, pinned }: Columns[number]) => ({
  field: colId,
  ...(width ? { width: Math.round(width) } : {}),
  ...(hide ? { hidden: true } : {}),
  ...(pinned ? { frozen: true } : {}),
});

/** A list, and who reads it. */
interface Reader {
  record: AnyRecord;
  user: CurrentUser;
  slots?: RecordSlots | undefined;
}

interface Fitted {
  view: View;
  search: ViewSearch;
  /** What was left out, as people call it. */
  left: string[];
}

const isEntry = (entry: unknown): entry is { field: string } =>
  typeof entry === "object" && entry !== null && "field" in entry && typeof entry.field === "string";

const entriesOf = <Entry extends { field: string }>(entries: readonly Entry[] | null | undefined) =>
  Array.isArray(entries) ? (entries as readonly Entry[]).filter(isEntry) : undefined;

/**
 * A stored view for its reader: without the fields that the list has no more, and those that they do not see. Parts of
 * another shape than a view has are left out too: the view of another user never breaks the list.
 */
function fitted({ record, user, slots }: Reader, stored: StoredView): Fitted {
  const known = [...record.fields, ...(record.serverFields ?? [])];
  const withheld = hiddenColumns(record, user);
  const sees = (name: string): boolean => {
    const field = known.find((one) => one.name === name);
    return (
      field !== undefined && !withheld.includes(name) && (!field.sensitive || hasRight(user, "Sensitive"))
    );
  };
  const left = new Set<string>();
  const leave = (name: string): false => {
    left.add(known.find((one) => one.name === name)?.label ?? name.replaceAll("_", " "));
    return false;
  };
  const shown = new Set(columnsFor(record, user, false, slots).map(({ colId }) => colId));
  // What all rows of the reader's level share is no column of theirs, and they miss nothing.
  const missed = ({ field, hidden }: { field: string; hidden?: boolean }) =>
    !hidden && !withheld.includes(field);
  const columns = entriesOf(stored.columns)?.filter(
    (column) => shown.has(column.field) || (missed(column) && leave(column.field)),
  );
  const where = Object.entries(stored.filters ?? {}).filter(
    ([name, value]) => typeof value === "string" && (sees(name) || leave(name)),
  );
  const sorts = entriesOf(stored.sort)?.filter(({ field }) => shown.has(field) || leave(field)) ?? [];
  const size = pageSizes.find((one) => one === stored.page_size);
  const { tab, review, check, q, totals, density = "normal", shown_as: view } = stored;
  return {
    view: {
      density,
      columns: columns
        ? [
            ...furniture.map((colId) => ({ colId })),
            ...columns.map(({ field, width, hidden, frozen }) => ({
              colId: field,
              ...(width ? { width } : {}),
              hide: hidden ?? false,
              pinned: frozen ? ("left" as const) : null,
            })),
          ]
        : null,
    },
    search: {
      ...(record.approval ? { tab, review } : {}),
      check,
      where: where.length > 0 ? Object.fromEntries(where) : undefined,
      q,
      sort: sortText(sorts),
      size,
      totals: totals ? 1 : undefined,
      view,
    },
    left: [...left],
  };
}

/** A saved view as it is open on its reader's list, and what the address then says. */
export function opening(
  reader: Reader,
  { view: stored, ...saved }: SavedView & { view: StoredView },
): { view: OpenedView; search: ViewSearch } {
  const { view, search, left } = fitted(reader, stored);
  return { view: { saved, view, stood: JSON.stringify(storedView(view, search)), left }, search };
}

/**
 * What of a view tells values that only the right Sensitive reads: fields that it filters or sorts by, and the search in a
 * list with such fields. A view with any of them is for its maker alone.
 */
export function sensitiveFilters(record: AnyRecord, { where, sort, q }: ViewSearch): string[] {
  const sensitive = record.fields.filter((field) => field.sensitive);
  const sorted = readSorts(sort).map(({ field }) => field);
  const used = sensitive.filter(({ name }) => where?.[name] !== undefined || sorted.includes(name));
  return [...used.map(({ label }) => label), ...(q && sensitive.length > 0 ? ["the search words"] : [])];
}
