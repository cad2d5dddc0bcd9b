/** Column of checkboxes that select rows. The checkbox in the heading selects all rows of the page. */
import type { ColDef } from "ag-grid-community";
import { useSyncExternalStore } from "react";
import type { Row } from "../../lib/http/api.ts";
import { rowName } from "../common/row-name.ts";
import type { CellParams } from "./grid-context.ts";
import type { Selection } from "./selection.ts";

interface BoxProps {
  selection: Selection;
  label: string;
  isOn: () => boolean;
  /**
   * True if a checkbox represents several rows and only some of them are selected. The checkbox then shows a dash
   * instead of a tick.
   */
  isPartly?: () => boolean;
  onPress: (on: boolean, shift: boolean) => void;
}

const never = () => false;

function Box({ selection, label, isOn, isPartly = never, onPress }: BoxProps) {
  const partly = useSyncExternalStore(selection.subscribe, isPartly);
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = partly;
      }}
      type="checkbox"
      aria-label={label}
      checked={useSyncExternalStore(selection.subscribe, isOn)}
      onChange={({ target, nativeEvent }) =>
        onPress(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}

interface SelectParams {
  selection: Selection;
  /** Returns the displayed rows, in order. */
  shown: () => readonly Row[];
}

function SelectCell({ data, context, selection, shown }: CellParams & SelectParams) {
  if (!data) return null;
  return (
    <Box
      selection={selection}
      label={`Select ${rowName(context.record, data)}`}
      isOn={() => selection.has(data.id)}
      onPress={(on, shift) => selection.toggle(data, on, shift, shown())}
    />
  );
}

function SelectHead({ selection, shown }: SelectParams) {
  const areAllOn = () => shown().length > 0 && shown().every(({ id }) => selection.has(id));
  return (
    <Box
      selection={selection}
      label="Select all rows of this page"
      isOn={areAllOn}
      isPartly={() => !areAllOn() && shown().some(({ id }) => selection.has(id))}
      onPress={(on) => (on || !selection.snapshot().whole ? selection.set(shown(), on) : selection.clear())}
    />
  );
}

export const selectColumn = (params: SelectParams): ColDef<Row> => ({
  colId: "select",
  headerName: "",
  initialWidth: 34,
  pinned: "left",
  sortable: false,
  resizable: false,
  suppressMovable: true,
  lockVisible: true,
  lockPosition: "left",
  valueGetter: ({ data }) => data?.row_version,
  cellRenderer: SelectCell,
  cellRendererParams: params,
  headerComponent: SelectHead,
  headerComponentParams: params,
  cellClass: "select-cell",
  headerClass: "select-cell",
});
