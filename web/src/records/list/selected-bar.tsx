/** Bar with the actions on the selected rows, which are single rows or the whole list. */
import { IconArrowBackUp, IconChecks, IconPencil, IconTrash, IconX } from "@tabler/icons-react";
import { type ComponentType, useEffect, useState, useSyncExternalStore } from "react";
import { ActButton } from "../../components/act-button.tsx";
import { Button } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import { count } from "../../lib/format.ts";
import type { Row } from "../../lib/http/api.ts";
import { type Chosen, chosenCount, rowsText } from "../bulk/chosen.ts";
import { focusRow, rowAfter } from "../bulk/focus-row.ts";
import { wholeList } from "../common/list-body.ts";
import classes from "../common/record-screen.module.css";
import { tabOf } from "../common/record-search.ts";
import { hasRight } from "../common/rights.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import type { RecordSlots } from "../common/slots.ts";
import type { Selection } from "../grid/selection.ts";

const BulkReturn = later(() => import("../review/bulk-return.tsx"));
const BulkStage = later(() => import("../review/bulk-stage.tsx"));
const BulkDelete = later(() => import("../trash/bulk-delete.tsx"));
const BulkEdit = later(() => import("../edit/bulk-edit.tsx"));

interface Props extends Pick<ScreenProps, "record" | "user" | "search"> {
  slots: RecordSlots | undefined;
  selection: Selection;
  /** Rows of the current page. */
  shown: readonly Row[];
  total: number | undefined;
  /** Token from the list response that identifies the state of the list that the user saw. */
  seen: string | undefined;
}

type Act = "edit" | "approve" | "set back" | "return" | "delete";

/** Action whose dialog is open, with the rows that were selected when the dialog opened. */
interface Doing {
  act: Act;
  chosen: Chosen;
  /** Row that gets the focus after the action. */
  next: Row | undefined;
}

const icons: Record<Act, ComponentType<{ size: number; "aria-hidden": true }>> = {
  edit: IconPencil,
  approve: IconChecks,
  "set back": IconArrowBackUp,
  return: IconArrowBackUp,
  delete: IconTrash,
};

export default function SelectedBar(props: Props) {
  const { record, selection, shown } = props;
  const [doing, setDoing] = useState<Doing | null>(null);
  const { rows, whole, list } = useSelected(props, doing !== null);
  if (selection.isEmpty()) return null;
  const chosen: Chosen = whole ?? [...rows.values()];
  const number = chosenCount(chosen);
  const more =
    !whole && list && list.total > rows.size && shown.length > 0 && shown.every(({ id }) => rows.has(id));
  const close = (touched: boolean) => {
    setDoing(null);
    if (!touched) return;
    selection.clear();
    focusRow(record, doing?.next);
  };
  const begin = (act: Act) =>
    setDoing({ act, chosen, next: rowAfter(shown, (id) => whole !== null || rows.has(id)) });
  return (
    <section className={classes.drill} aria-label="Selected rows">
      <strong role="status">
        {whole ? `All ${rowsText(record, number)} of this list` : rowsText(record, number)} selected
      </strong>
      <ActButton label="Clear the selection" tone="plain" icon={IconX} onAct={() => selection.clear()} />
      {more && (
        <Button look="subtle" onClick={() => selection.all(list)}>
          Select all {count(list.total)} rows of this list
        </Button>
      )}
      <ActButtons {...props} number={number} onAct={begin} />
      {doing && <ActDialog {...props} doing={doing} onClose={close} />}
    </section>
  );
}

/** @param busy True while the dialog of an action is open. The selection then stays, because the dialog needs it. */
function useSelected({ record, search, selection, total, seen }: Props, busy: boolean) {
  const { rows, whole } = useSyncExternalStore(selection.subscribe, selection.snapshot);
  const list = total === undefined ? null : wholeList(record, search, total, seen);
  // Clear the selection of a whole list when its filters change, because the list then has other rows.
  const another =
    whole !== null && list !== null && JSON.stringify(list.filter) !== JSON.stringify(whole.filter);
  useEffect(() => {
    if (another && !busy) selection.clear();
  }, [another, busy, selection]);
  return { rows, whole, list };
}

interface ActButtonsProps extends Pick<Props, "record" | "user" | "search"> {
  /** Number of selected rows. */
  number: number;
  onAct: (act: Act) => void;
}

/** Buttons for the actions that the user may perform on rows of the open tab. */
function ActButtons({ record, user, search, number, onAct }: ActButtonsProps) {
  const tab = tabOf(search);
  const approves = record.approval && hasRight(user, "Approve");
  const rows = `${count(number)} ${number === 1 ? "row" : "rows"}`;
  const button = (act: Act, label: string) => {
    const Icon = icons[act];
    return (
      <Button look="default" icon={<Icon size={16} aria-hidden />} onClick={() => onAct(act)}>
        {label}
      </Button>
    );
  };
  return (
    <>
      {hasRight(user, "Edit") && button("edit", `Edit ${rows}`)}
      {approves && tab !== "approved" && button("approve", `Approve ${rows}`)}
      {approves && tab !== "pending" && button("set back", `Set ${rows} back to pending`)}
      {approves && button("return", `Return ${rows}`)}
      {hasRight(user, "Delete") && button("delete", `Delete ${rows}`)}
    </>
  );
}

interface ActDialogProps extends Pick<Props, "record" | "user" | "slots"> {
  doing: Doing;
  /** @param touched True if at least one row was changed. */
  onClose: (touched: boolean) => void;
}

function ActDialog({ record, user, slots, doing: { act, chosen }, onClose }: ActDialogProps) {
  return (
    <>
      {act === "edit" && <BulkEdit {...{ record, user, slots, chosen, onClose }} />}
      {(act === "approve" || act === "set back") && (
        <BulkStage
          {...{ record, chosen, onClose }}
          to={act === "approve" ? "Approved" : "Pending"}
          onDone={() => onClose(true)}
        />
      )}
      {act === "return" && <BulkReturn {...{ record, chosen, onClose }} />}
      {act === "delete" && <BulkDelete {...{ record, slots, chosen, onClose }} />}
    </>
  );
}
