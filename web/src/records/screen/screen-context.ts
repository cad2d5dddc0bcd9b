/** The state of a data screen, shared by its parts. */
import { createContext, useContext, useRef, useState, useSyncExternalStore } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import type { OpenDialog } from "../common/open-dialog.ts";
import { addRefusal, hasRight } from "../common/rights.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import type { RecordSlots } from "../common/slots.ts";
import { useRows } from "../common/use-records.ts";
import { Selection } from "../grid/selection.ts";
import type { Mark } from "../grid/use-mark.ts";
import { useViews } from "../grid/view-state.ts";
import type { Where } from "../list/chosen-filters.ts";
import { useRowHandlers } from "./use-row-handlers.ts";

export interface RecordScreenProps extends ScreenProps {
  slots?: RecordSlots | undefined;
}

const neverChanges = () => () => undefined;
const noRows: readonly Row[] = [];

const canActOnSelection = (record: AnyRecord, user: CurrentUser): boolean =>
  hasRight(user, "Edit") || hasRight(user, "Delete") || (record.approval && hasRight(user, "Approve"));

/** Creates the state. Stores `props` unchanged, because components in other folders need the same props. */
export function useScreenState(props: RecordScreenProps) {
  const { record, user, search, slots } = props;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [selection] = useState(() => (canActOnSelection(record, user) ? new Selection() : undefined));
  const hasSelection = useSyncExternalStore(
    selection?.subscribe ?? neverChanges,
    () => selection?.isEmpty() === false,
  );
  const [savedRow, setSavedRow] = useState<Mark | null>(null);
  const views = useViews(record.route, search.saved);
  const rows = useRows(record, search);
  const refusal = addRefusal(record, user);
  const chosenFilters = useRef<Where>({});
  const hasOverlay =
    dialog !== null || search.edit !== undefined || search.new !== undefined || search.history !== undefined;
  return {
    props,
    rows,
    /** The rows of the current page; empty until they have loaded. */
    pageRows: rows.data?.data ?? noRows,
    views,
    /** The filters of the filter bar, including those that wait for Search. */
    chosenFilters,
    selection,
    hasSelection,
    dialog,
    setDialog,
    hasOverlay,
    /** The reason why the user can't add rows now; null if they can. */
    refusal,
    mayAdd: refusal === null,
    handlers: useRowHandlers(props, setDialog),
    /** The row that was saved last; null while a form or dialog covers the list. */
    mark: hasOverlay ? null : savedRow,
    clearMark: () => setSavedRow(null),
    markSaved: (id: number) => setSavedRow((before) => ({ id, number: (before?.number ?? 0) + 1 })),
    /** Component that replaces the table, such as a map. The URL selects the component. */
    View: slots?.viewOf?.(search),
  };
}

export const ScreenContext = createContext<ReturnType<typeof useScreenState> | null>(null);

export function useScreen(): ReturnType<typeof useScreenState> {
  const screen = useContext(ScreenContext);
  if (!screen) throw new Error("This part is rendered outside of a record screen.");
  return screen;
}
