/** Bar with the actions for the selected rows: the ticked rows, or the whole list. */
import { IconArrowBackUp, IconChecks, IconPencil, IconTrash, IconX } from "@tabler/icons-react";
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { ActButton } from "../../components/act-button.tsx";
import { Button } from "../../components/button.tsx";
import { count } from "../../lib/format.ts";
import type { Row } from "../../lib/http/api.ts";
import { loadChunk } from "../../lib/http/load-chunk.ts";
import { type Chosen, chosenCount, rowsText } from "../bulk/chosen.ts";
import { wholeList } from "../common/list-body.ts";
import classes from "../common/record-screen.module.css";
import { tabOf } from "../common/record-search.ts";
import { hasRight } from "../common/rights.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import type { RecordSlots } from "../common/slots.ts";
import type { Selection } from "../grid/selection.ts";

const BulkReturn = lazy(() => loadChunk(() => import("../review/bulk-return.tsx")));
const BulkStage = lazy(() => loadChunk(() => import("../review/bulk-stage.tsx")));
const BulkDelete = lazy(() => loadChunk(() => import("../trash/bulk-delete.tsx")));
const BulkEdit = lazy(() => loadChunk(() => import("../edit/bulk-edit.tsx")));

interface Props extends Pick<ScreenProps, "record" | "user" | "search"> {
  slots: RecordSlots | undefined;
  selection: Selection;
  /** Rows of the current page. */
  shown: readonly Row[];
  total: number | undefined;
  /** State of the list when its rows were loaded. */
  seen: string | undefined;
}

type Act = "edit" | "approve" | "set back" | "return" | "delete";

const icons: Record<Act, ComponentType<{ size: number; "aria-hidden": true }>> = {
  edit: IconPencil,
  approve: IconChecks,
  "set back": IconArrowBackUp,
  return: IconArrowBackUp,
  delete: IconTrash,
};

export default function SelectedBar({ record, user, search, slots, selection, shown, total, seen }: Props) {
  const { rows, whole } = useSyncExternalStore(selection.subscribe, selection.snapshot);
  const [doing, setDoing] = useState<{ act: Act; chosen: Chosen } | null>(null);
  const list = total === undefined ? null : wholeList(record, search, total, seen);
  // Changed filters make it a different list, so the selection of the whole list ends.
  const another =
    whole !== null && list !== null && JSON.stringify(list.filter) !== JSON.stringify(whole.filter);
  useEffect(() => {
    if (another && !doing) selection.clear();
  }, [another, doing, selection]);
  if (selection.isEmpty()) return null;
  const chosen: Chosen = whole ?? [...rows.values()];
  const number = chosenCount(chosen);
  const tab = tabOf(search);
  const approves = record.approval && hasRight(user, "Approve");
  const button = (act: Act, label: ReactNode) => {
    const Icon = icons[act];
    return (
      <Button look="default" icon={<Icon size={16} aria-hidden />} onClick={() => setDoing({ act, chosen })}>
        {label}
      </Button>
    );
  };
  const rowsLabel = `${count(number)} ${number === 1 ? "row" : "rows"}`;
  const more =
    !whole && list && list.total > rows.size && shown.length > 0 && shown.every(({ id }) => rows.has(id));
  const close = (touched: boolean) => {
    setDoing(null);
    if (touched) selection.clear();
  };
  return (
    <section className={classes.drill} aria-label="Selected rows">
      <strong>
        {whole ? `All ${rowsText(record, number)} of this list` : rowsText(record, number)} selected
      </strong>
      <ActButton label="Clear the selection" tone="plain" onAct={() => selection.clear()}>
        <IconX size={18} aria-hidden />
      </ActButton>
      {more && (
        <Button look="subtle" onClick={() => selection.all(list)}>
          Select all {count(list.total)} rows of this list
        </Button>
      )}
      {hasRight(user, "Edit") && button("edit", `Edit ${rowsLabel}`)}
      {approves && tab !== "approved" && button("approve", `Approve ${rowsLabel}`)}
      {approves && tab !== "pending" && button("set back", `Set ${rowsLabel} back to pending`)}
      {approves && button("return", `Return ${rowsLabel}`)}
      {hasRight(user, "Delete") && button("delete", `Delete ${rowsLabel}`)}
      <Suspense>
        {doing?.act === "edit" && (
          <BulkEdit {...{ record, user, slots }} chosen={doing.chosen} onClose={close} />
        )}
        {(doing?.act === "approve" || doing?.act === "set back") && (
          <BulkStage
            record={record}
            chosen={doing.chosen}
            to={doing.act === "approve" ? "Approved" : "Pending"}
            onDone={() => close(true)}
            onClose={close}
          />
        )}
        {doing?.act === "return" && <BulkReturn record={record} chosen={doing.chosen} onClose={close} />}
        {doing?.act === "delete" && (
          <BulkDelete {...{ record, slots }} chosen={doing.chosen} onClose={close} />
        )}
      </Suspense>
    </section>
  );
}
