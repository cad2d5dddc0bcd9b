/**
 * Table with one page of rows. The server sorts, filters and pages the rows. The grid displays them, and lets the user
 * move and resize columns.
 */
import {
  CellApiModule,
  type CellClassParams,
  type CellClassRules,
  type CellKeyDownEvent,
  CellStyleModule,
  ClientSideRowModelModule,
  type ColDef,
  ColumnApiModule,
  type GridApi,
  ModuleRegistry,
  RenderApiModule,
  RowStyleModule,
  ScrollApiModule,
  themeQuartz,
} from "ag-grid-community";
import { AgGridReact } from "ag-grid-react";
import {
  type CSSProperties,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { later } from "../../components/later.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { useStableCallback } from "../../lib/hooks/use-stable-callback.ts";
import type { Row } from "../../lib/http/api.ts";
import { mostSorts, type Sort } from "../common/record-search.ts";
import type { RecordSlots } from "../common/slots.ts";
import { columnsFor, nameColumnWidths } from "./columns.tsx";
import type { GridContext, RowHandlers } from "./grid-context.ts";
import classes from "./record-grid.module.css";
import { selectColumn } from "./select-column.tsx";
import type { Selection } from "./selection.ts";
import { fitOf } from "./text-width.ts";
import { useCellEditing } from "./use-cell-editing.tsx";
import { useColumnNames } from "./use-column-names.ts";
import { type Mark, useMark } from "./use-mark.ts";
import { useOpenRow } from "./use-open-row.ts";
import { useRange } from "./use-range.ts";
import { type RowMenuAt, useRowMenu } from "./use-row-menu.ts";
import { type Columns, rowHeights, type View } from "./view-state.ts";

ModuleRegistry.registerModules([
  CellApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  CellStyleModule,
  RenderApiModule,
  RowStyleModule,
  ScrollApiModule,
]);

const theme = themeQuartz.withParams({
  backgroundColor: "var(--panel)",
  foregroundColor: "var(--text)",
  headerBackgroundColor: "var(--head)",
  headerTextColor: "var(--text)",
  borderColor: "var(--line)",
  rowHoverColor: "var(--hover)",
  accentColor: "var(--mark)",
  chromeBackgroundColor: "var(--head)",
  // Without this setting, checkboxes and scrollbars stay light in the dark theme.
  browserColorScheme: "inherit",
  fontFamily: "inherit",
  fontSize: 13,
  headerHeight: 36,
  headerFontWeight: 600,
  spacing: 6,
  wrapperBorder: false,
  wrapperBorderRadius: 0,
});

interface ColumnsEvent {
  source: string;
  finished?: boolean;
  api: GridApi<Row>;
}

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  rows: readonly Row[];
  /** Sort columns, in order of priority. Shift+click on a heading adds a sort column. */
  sorts: readonly Sort[];
  view: View;
  handlers: RowHandlers;
  slots?: RecordSlots | undefined;
  /** Ticked rows; undefined if the user can't select rows. */
  selection?: Selection | undefined;
  /** Called after a change in a cell was saved. */
  onSaved?: (row: Row) => void;
  /** Id of the row that the pane beside the list shows. */
  openRow?: number | undefined;
  /** Row that was just saved. The grid focuses the row and highlights it for a moment. */
  mark?: Mark | null;
  onMarked?: () => void;
  onSort: (sorts: Sort[]) => void;
  onColumns: (columns: Columns) => void;
}

const RowMenu = later(() => import("../edit/row-menu.tsx"));

export default function RecordGrid(props: Props) {
  const { record, user, rows, view, handlers, slots, selection, mark = null, onMarked } = props;
  const api = useRef<GridApi<Row> | null>(null);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => selection?.follow(rows), [selection, rows]);
  const columnDefs = useColumnDefs(props);
  const editing = useCellEditing({
    ...{ record, user, slots, rows, onSaved: props.onSaved, api, element },
    open: handlers.open,
  });
  const { shown, whenLoaded } = editing;
  const range = useRange({ rows: shown, api, element, whenLoaded });
  useColumnNames(element);
  const [menu, setMenu] = useState<RowMenuAt | null>(null);
  useRowMenu({ rows: shown, element, onMenu: setMenu });
  useMark(
    mark,
    rows,
    element,
    () => onMarked?.(),
    (at) => showRow(api.current, record, at),
  );
  const rowClassRules = useOpenRow(props.openRow, element);
  const layoutEvents = useGridLayout(props, api);
  const context = useMemo<GridContext>(
    () => ({ record, user, handlers, openMenu: setMenu }),
    [record, user, handlers],
  );
  const [defaultColDef] = useState<ColDef<Row>>(() => ({
    sortable: true,
    sortingOrder: ["asc", "desc"],
    suppressHeaderMenuButton: true,
    wrapHeaderText: true,
    cellClassRules: cellClassRules(range.holds, editing.stateOf),
  }));

  return (
    <>
      <div
        className={classes.grid}
        style={{ "--row-height": `${rowHeights[view.density]}px` } as CSSProperties}
        ref={element}
      >
        <AgGridReact<Row>
          {...{ theme, columnDefs, defaultColDef, context, rowClassRules }}
          rowData={shown as Row[]}
          rowHeight={rowHeights[view.density]}
          getRowId={({ data }) => String(data.id)}
          maintainColumnOrder
          animateRows={false}
          suppressNoRowsOverlay
          suppressDragLeaveHidesColumns
          {...layoutEvents}
          onGridReady={(event) => {
            layoutEvents.onGridReady(event);
            element.current?.querySelector('[role="grid"]')?.setAttribute("aria-label", record.noun.many);
          }}
          onCellDoubleClicked={({ data, column, event }) => {
            const inside = event?.target instanceof Element && event.target.closest("button, a");
            if (data && !inside) editing.begin({ row: data, name: column.getColId() });
          }}
          onCellKeyDown={pressInside}
        />
      </div>
      {editing.portal}
      {menu && <RowMenu {...{ record, user, slots, handlers }} {...menu} onClose={() => setMenu(null)} />}
    </>
  );
}

function useColumnDefs({ record, user, rows, slots, selection }: Props): ColDef<Row>[] {
  const shown = useStableCallback(() => rows);
  return useMemo(() => {
    const narrow = window.matchMedia("(max-width: 48em)").matches;
    const columns = columnsFor(record, user, narrow, slots);
    return selection ? [selectColumn({ selection, shown }), ...columns] : columns;
  }, [record, user, slots, selection, shown]);
}

/**
 * Applies the sort order of the URL and the columns of the view to the grid. Reports when the user changes the sort
 * order or the columns.
 */
function useGridLayout(
  { record, rows, sorts, view, onSort, onColumns }: Props,
  api: RefObject<GridApi<Row> | null>,
) {
  const rowsNow = useStableCallback(() => rows);
  // Fits the name columns to the names on the page, unless the user has changed the columns.
  const fitNames = useStableCallback((page: readonly Row[]) => {
    if (view.columns || page.length === 0) return;
    api.current?.setColumnWidths(nameColumnWidths(record, page, window.innerWidth * 0.6), true, "api");
  });
  // The callback must read the latest rows, sort order and columns, because the grid may become ready after later
  // renders.
  const followLatest = useStableCallback(() => {
    follow(api.current, sorts, view.columns);
    fitNames(rows);
  });
  useEffect(() => {
    follow(api.current, sorts, view.columns);
    fitNames(rowsNow());
  }, [api, sorts, view.columns, fitNames, rowsNow]);
  useLayoutEffect(() => fitNames(rows), [fitNames, rows]);
  const columnsChanged = (event: ColumnsEvent) => {
    if (sourcesOfOurs.has(event.source) || event.finished === false) return;
    onColumns(columnsOf(event.api));
  };
  return {
    onGridReady: (event: { api: GridApi<Row> }) => {
      api.current = event.api;
      followLatest();
    },
    onGridPreDestroyed: () => {
      api.current = null;
    },
    onSortChanged: (event: ColumnsEvent) => {
      if (event.source === "api") return;
      const shown = shownSorts(event.api);
      const taken = shown.slice(0, mostSorts);
      if (taken.length < shown.length) showSorts(event.api, taken);
      onSort(taken);
    },
    onColumnMoved: columnsChanged,
    onColumnResized: (event: ColumnsEvent) => {
      // Update the CSS classes of texts when the width of a column changes, because the texts may fit differently.
      if (event.finished) event.api.refreshCells();
      columnsChanged(event);
    },
  };
}

/** Sources of the column events that the app itself causes. All other column events come from the user. */
const sourcesOfOurs: ReadonlySet<string> = new Set(["flex", "api", "gridInitializing"]);

type CellQuestion<Answer> = (id: number | undefined, name: string) => Answer;

/** CSS classes for cells of the selected range, for cells that are being saved, and for texts too long for one line. */
function cellClassRules(
  holds: CellQuestion<boolean>,
  stateOf: CellQuestion<string | undefined>,
): CellClassRules<Row> {
  const states = ["saving", "asks", "saved"].map((state) => [
    `cell-${state}`,
    ({ data, column }: CellClassParams<Row>) => stateOf(data?.id, column.getColId()) === state,
  ]);
  return {
    "cell-in-range": ({ data, column }) => holds(data?.id, column.getColId()),
    "cell-small": (cell) => fitOfCell(cell) === "small",
    "cell-wrapped": (cell) => fitOfCell(cell) === "wrapped",
    ...Object.fromEntries(states),
  };
}

/** Returns how a text fits into its cell. Returns "fits" for numbers and for cells that render a component. */
function fitOfCell({ node, column, colDef, api }: CellClassParams<Row>): ReturnType<typeof fitOf> {
  if (colDef.cellRenderer || colDef.cellClass) return "fits";
  const text = api.getCellValue<string>({ rowNode: node, colKey: column, useFormatter: true });
  return text ? fitOf(text, column.getActualWidth()) : "fits";
}

/** Scrolls to a row and focuses its name cell. Returns false if the grid is not ready. */
function showRow(api: GridApi<Row> | null, record: AnyRecord, at: number): boolean {
  if (!api) return false;
  const shown = api.getColumnState().flatMap(({ colId, hide }) => (hide ? [] : [colId]));
  const name = shown.find((column) => column === record.title) ?? shown[0];
  api.ensureIndexVisible(at);
  if (name) api.setFocusedCell(at, name);
  return true;
}

function follow(api: GridApi<Row> | null, sorts: readonly Sort[], columns: Columns | null): void {
  if (columns) api?.applyColumnState({ state: columns, applyOrder: true });
  else api?.resetColumnState();
  showSorts(api, sorts);
}

function showSorts(api: GridApi<Row> | null, sorts: readonly Sort[]): void {
  const state = sorts.map(({ field, dir }, sortIndex) => ({ colId: field, sort: dir, sortIndex }));
  api?.applyColumnState({ state, defaultState: { sort: null } });
}

const shownSorts = (api: GridApi<Row>): Sort[] =>
  api
    .getColumnState()
    .sort((one, other) => (one.sortIndex ?? 0) - (other.sortIndex ?? 0))
    .flatMap(({ colId, sort }) => (sort ? [{ field: colId, dir: sort }] : []));

export const columnsOf = (api: GridApi<Row>): Columns =>
  api.getColumnState().map(({ colId, width, hide, pinned }) => ({ colId, width, hide, pinned }));

/** Handles Enter on a cell with buttons or links. Clicks a single button or link; otherwise focuses the first. */
function pressInside({ event }: CellKeyDownEvent<Row>): void {
  if (!(event instanceof KeyboardEvent) || event.key !== "Enter") return;
  const cell = event.target;
  if (!(cell instanceof HTMLElement) || !cell.classList.contains("ag-cell")) return;
  const inside = cell.querySelectorAll<HTMLElement>("button, a");
  if (inside.length === 1) inside[0]?.click();
  else inside[0]?.focus();
}
