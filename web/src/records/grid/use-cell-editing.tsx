/** Editing of table cells. The editor loads when the user first points at the table or moves the focus into it. */
import type { GridApi } from "ag-grid-community";
import { type RefObject, useMemo, useRef, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { useStableCallback } from "../../lib/hooks/use-stable-callback.ts";
import type { Row } from "../../lib/http/api.ts";
import type { RecordSlots } from "../common/slots.ts";
import { cellKey, type PendingCells, type TablePort } from "../edit/editing-port.ts";
import { useCellKeys, useUndoKey } from "./use-cell-keys.ts";
import { useBegin, useEditingPart } from "./use-editing-part.ts";

interface Options {
  record: AnyRecord;
  user: CurrentUser;
  slots: RecordSlots | undefined;
  rows: readonly Row[];
  open: (row: Row) => void;
  onSaved: ((row: Row) => void) | undefined;
  api: RefObject<GridApi<Row> | null>;
  element: RefObject<HTMLElement | null>;
}

const nothing: PendingCells = { values: new Map(), states: new Map() };

export function useCellEditing(options: Options) {
  const { record, user, slots, rows, api, element } = options;
  const { part, editing, load, connect, whenLoaded } = useEditingPart();
  const begin = useBegin({ editing, whenLoaded });
  const [values, setValues] = useState(nothing.values);
  const states = useRef(nothing.states);
  const table = useTablePort(options, (underWay) => {
    states.current = underWay.states;
    setValues(underWay.values);
    api.current?.refreshCells();
  });
  /** The rows, with entered values that are not saved yet. */
  const shown = useMemo(
    () => (values.size === 0 ? rows : rows.map((row) => ({ ...row, ...values.get(row.id) }))),
    [rows, values],
  );
  useCellKeys({ record, rows: shown, element, load, begin });
  useUndoKey(part !== null, editing);
  return {
    begin,
    whenLoaded,
    shown,
    stateOf: (id: number | undefined, name: string) => states.current.get(cellKey(id ?? 0, name)),
    portal: part && <part.CellEditing {...{ record, user, slots, table, connect }} />,
  };
}

/**
 * Returns the functions with which the editor controls the table. Returns the same object while the table is mounted.
 */
function useTablePort(options: Options, show: (underWay: PendingCells) => void): TablePort {
  const { element } = options;
  const focus = useStableCallback<Parameters<TablePort["focus"]>, void>(({ id, name }, move) => {
    const { rows, api } = options;
    const at = rows.findIndex((row) => row.id === id);
    if (at < 0) return;
    const next = move === "down" ? Math.min(at + 1, rows.length - 1) : at;
    api.current?.ensureIndexVisible(next);
    api.current?.setFocusedCell(next, name);
    if (move === "right") api.current?.tabToNextCell();
    if (move === "left") api.current?.tabToPreviousCell();
  });
  const showLatest = useStableCallback(show);
  const open = useStableCallback(options.open);
  const saved = useStableCallback((row: Row) => options.onSaved?.(row));
  return useMemo(
    () => ({
      elementOf: ({ id, name }) =>
        element.current?.querySelector<HTMLElement>(`[row-id="${id}"] [col-id="${name}"]`) ?? null,
      ...{ focus, open, saved },
      show: showLatest,
    }),
    [element, focus, open, saved, showLatest],
  );
}
