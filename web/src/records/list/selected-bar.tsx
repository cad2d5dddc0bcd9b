/** What can be done with the rows that are ticked. */
import { IconArrowBackUp, IconPencil } from "@tabler/icons-react";
import { lazy, Suspense, useState, useSyncExternalStore } from "react";
import { Button } from "../../components/button.tsx";
import { count } from "../../lib/format.ts";
import classes from "../common/record-screen.module.css";
import { hasRight } from "../common/rights.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import type { RecordSlots } from "../common/slots.ts";
import type { Selection } from "../grid/selection.ts";

const BulkReturn = lazy(() => import("../review/bulk-return.tsx"));
const BulkEdit = lazy(() => import("../edit/bulk-edit.tsx"));

interface Props extends Pick<ScreenProps, "record" | "user"> {
  slots: RecordSlots | undefined;
  selection: Selection;
}

export default function SelectedBar({ record, user, slots, selection }: Props) {
  const rows = useSyncExternalStore(selection.subscribe, selection.snapshot);
  const [editing, setEditing] = useState(false);
  const [returning, setReturning] = useState(false);
  if (rows.size === 0) return null;
  const { noun } = record;
  return (
    <section className={classes.drill} aria-label="Selected rows">
      <strong>
        {count(rows.size)} {rows.size === 1 ? noun.one : noun.many} selected
      </strong>
      {hasRight(user, "Edit") && (
        <Button look="default" icon={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
          Edit {count(rows.size)} {rows.size === 1 ? "row" : "rows"}
        </Button>
      )}
      {record.approval && hasRight(user, "Approve") && (
        <Button
          look="default"
          icon={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => setReturning(true)}
        >
          Return {count(rows.size)} {rows.size === 1 ? "row" : "rows"}
        </Button>
      )}
      <Button look="subtle" onClick={() => selection.clear()}>
        Clear the selection
      </Button>
      {returning && (
        <Suspense>
          <BulkReturn
            record={record}
            rows={[...rows.values()]}
            onClose={(returned) => {
              setReturning(false);
              if (returned) selection.clear();
            }}
          />
        </Suspense>
      )}
      {editing && (
        <Suspense>
          <BulkEdit
            record={record}
            user={user}
            slots={slots}
            rows={[...rows.values()]}
            onClose={(saved) => {
              setEditing(false);
              if (saved) selection.clear();
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
