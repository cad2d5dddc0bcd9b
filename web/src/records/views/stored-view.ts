/**
 * Converts the state of a list to a saved view, and a saved view to the state of a list. Omits parts of the view that
 * the reader's list does not have.
 */
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { joinFilters } from "#shared/contracts/filters/join-filters.ts";
import type { SavedView, StoredView } from "#shared/contracts/record-lists.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { pageSizes } from "../../lib/page-sizes.ts";
import { filterFromUrl } from "../common/filter-from-url.ts";
import { isDrilled, type RecordSearch, readSorts, sortText } from "../common/record-search.ts";
import { hiddenColumns, mayReadField } from "../common/rights.ts";
import type { RecordSlots } from "../common/slots.ts";
import { fieldsOf, type UsedField } from "../conditions/filter-fields.ts";
import { itemsOf } from "../conditions/filter-items.ts";
import { columnsFor } from "../grid/columns.tsx";
import type { Columns, OpenedView, View } from "../grid/view-state.ts";

/** URL parameters that a view stores. A view stores neither the page number nor the open dialogs. */
export type ViewSearch = Pick<
  RecordSearch,
  "tab" | "review" | "check" | "where" | "filter" | "q" | "sort" | "size" | "totals" | "view"
>;

/** True if the list can be saved as a view. False for a list that was opened from a figure (drill-down). */
export const canBeSaved = (search: RecordSearch): boolean => !isDrilled(search);

/** True if the URL contains list settings, such as filters, the sort order, or a figure that opened the list. */
export const hasListSettings = (search: RecordSearch): boolean =>
  isDrilled(search) || Object.keys(storedView({ density: "normal", columns: null }, search)).length > 2;

/** Columns that do not show a field. Views don't store these columns, because their position is fixed. */
const fixedColumns = ["select", "actions", "card"];

export function storedView({ density, columns: shown }: View, search: ViewSearch): StoredView {
  const { tab, review, check, where, filter, q, sort, size, totals, view } = search;
  const sorts = readSorts(sort);
  const columns = shown?.filter(({ colId }) => !fixedColumns.includes(colId)).map(storedColumn);
  return {
    density,
    columns: columns && columns.length > 0 ? columns : null,
    ...(where ? { filters: Object.fromEntries(Object.entries(where).sort()) } : {}),
    ...(filter ? { filter } : {}),
    ...(sorts.length > 0 ? { sort: sorts } : {}),
    ...(q ? { q } : {}),
    // Don't store the tab "all", because only lists opened from a number have this tab.
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

/** Converts the columns of a stored view to columns of the list. */
const shownColumns = (stored: NonNullable<StoredView["columns"]>): Columns => [
  ...fixedColumns.map((colId) => ({ colId })),
  ...stored.map(({ field, width, hidden, frozen }) => ({
    colId: field,
    ...(width ? { width } : {}),
    hide: hidden ?? false,
    pinned: frozen ? ("left" as const) : null,
  })),
];

/** List and user for which a view is opened. */
interface Reader {
  record: AnyRecord;
  user: CurrentUser;
  slots?: RecordSlots | undefined;
}

interface Fitted {
  view: View;
  search: ViewSearch;
  /** Labels of the parts that were left out. */
  left: string[];
}

const isEntry = (entry: unknown): entry is { field: string } =>
  typeof entry === "object" && entry !== null && "field" in entry && typeof entry.field === "string";

const entriesOf = <Entry extends { field: string }>(entries: readonly Entry[] | null | undefined) =>
  Array.isArray(entries) ? (entries as readonly Entry[]).filter(isEntry) : undefined;

/**
 * Adapts a stored view to its reader. Omits malformed parts, and fields that the list no longer has or that the reader
 * may not see. So another user's view never breaks the list.
 */
function fitToReader({ record, user, slots }: Reader, stored: StoredView): Fitted {
  const known = [...record.fields, ...(record.serverFields ?? [])];
  const withheld = hiddenColumns(record, user);
  const sees = (name: string): boolean => {
    const field = known.find((one) => one.name === name);
    return field !== undefined && mayReadField(record, user, field);
  };
  const left = new Set<string>();
  const omit = (name: string): false => {
    left.add(known.find((one) => one.name === name)?.label ?? name.replaceAll("_", " "));
    return false;
  };
  const shown = new Set(columnsFor(record, user, false, slots).map(({ colId }) => colId));
  // Don't report hidden columns as missing. A column is hidden if all rows of the reader's level have the same value in
  // it.
  const missed = ({ field, hidden }: { field: string; hidden?: boolean }) =>
    !hidden && !withheld.includes(field);
  const columns = entriesOf(stored.columns)?.filter(
    (column) => shown.has(column.field) || (missed(column) && omit(column.field)),
  );
  const where = Object.entries(stored.filters ?? {}).filter(
    ([name, value]) => typeof value === "string" && (sees(name) || omit(name)),
  );
  const filter = fittingConditions({ record, user }, stored.filter, (label) => left.add(label));
  const sorts = entriesOf(stored.sort)?.filter(({ field }) => shown.has(field) || omit(field)) ?? [];
  const size = pageSizes.find((one) => one === stored.page_size);
  const { tab, review, check, q, totals, density = "normal", shown_as: view } = stored;
  return {
    view: { density, columns: columns ? shownColumns(columns) : null },
    search: {
      ...(record.approval ? { tab, review } : {}),
      check,
      where: where.length > 0 ? Object.fromEntries(where) : undefined,
      filter,
      q,
      sort: sortText(sorts),
      size,
      totals: totals ? 1 : undefined,
      view,
    },
    left: [...left],
  };
}

/**
 * Drops each condition whose field is missing from the reader's list or hidden from the reader.
 * @param omit Called with the label of each such field.
 */
function fittingConditions(
  { user, record }: Reader,
  stored: unknown,
  omit: (label: string) => void,
): FilterGrammar | undefined {
  const items = itemsOf(filterFromUrl(stored));
  const fitting = items.filter((item) => {
    const missing = fieldsOf(record, item).filter((used) => !isReadable(used, user));
    for (const { label } of missing) omit(label);
    return missing.length === 0;
  });
  return fitting.length === items.length ? filterFromUrl(stored) : joinFilters(fitting);
}

const isReadable = ({ record, field }: UsedField, user: CurrentUser): boolean =>
  field !== undefined && mayReadField(record, user, field);

/** Adapts a saved view to its reader's list. Returns the view, and the URL parameters that open the list with it. */
export function openStoredView(
  reader: Reader,
  { view: stored, ...saved }: SavedView & { view: StoredView },
): { view: OpenedView; search: ViewSearch } {
  const { view, search, left } = fitToReader(reader, stored);
  return {
    view: { saved, view, savedState: JSON.stringify(storedView(view, search)), omitted: left },
    search,
  };
}

/**
 * Lists the parts of a view that could reveal sensitive values: fields by which the view filters or sorts, and search
 * words on a list with sensitive fields. Users can't share such a view.
 */
export function sensitiveFilters(record: AnyRecord, { where, filter, sort, q }: ViewSearch): string[] {
  const sensitive = record.fields.filter((field) => field.sensitive);
  const sorted = readSorts(sort).map(({ field }) => field);
  const used = sensitive.filter(({ name }) => where?.[name] !== undefined || sorted.includes(name));
  const inConditions = fieldsOf(record, filter ?? {}).filter(({ field }) => field?.sensitive);
  const labels = new Set([...used, ...inConditions].map(({ label }) => label));
  return [...labels, ...(q && sensitive.length > 0 ? ["the search words"] : [])];
}
