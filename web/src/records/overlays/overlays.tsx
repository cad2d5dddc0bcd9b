/** Dialogs and drawers that open over the table, such as the form and the history. Loaded when the first one opens. */
import { useCallback } from "react";
import { trashDays } from "#shared/access/refusal-messages.ts";
import { ConfirmDialog, deletion } from "../../components/overlays/confirm-dialog.tsx";
import { SaveInfo } from "../../components/overlays/save-info.tsx";
import { api, type Row } from "../../lib/http/api.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { offerUndo } from "../bulk/undo.ts";
import type { OpenDialog } from "../common/open-dialog.ts";
import { tabOf } from "../common/record-search.ts";
import { rowName } from "../common/row-name.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import type { RecordSlots } from "../common/slots.ts";
import { FormDrawer } from "../form/entry/form-drawer.tsx";
import BulkStage from "../review/bulk-stage.tsx";
import { undoDeletion } from "../trash/restore.ts";
import { TrashDrawer } from "../trash/trash-drawer.tsx";
import { ApprovalDialog } from "./approval-dialog.tsx";
import { HistoryDrawer } from "./history-drawer.tsx";
import { RowUses } from "./row-uses.tsx";

interface Props extends ScreenProps {
  dialog: OpenDialog;
  rows: readonly Row[];
  onDialog: (dialog: OpenDialog) => void;
  /** Called with the id of the saved row. */
  onRow: (id: number) => void;
  slots?: RecordSlots | undefined;
}

export default function Overlays(props: Props) {
  const { record, user, search, onSearch, dialog, rows, onDialog } = props;
  const closeDialog = useCallback(() => onDialog(null), [onDialog]);
  const inform = (message: string, confirmation = false) => onDialog({ kind: "info", message, confirmation });
  return (
    <>
      <EntryOverlay {...props} onDone={inform} />
      {search.history !== undefined && (
        <HistoryDrawer
          record={record}
          user={user}
          id={search.history}
          row={rows.find((row) => row.id === search.history)}
          onClose={() => onSearch({ ...search, history: undefined })}
        />
      )}
      {dialog?.kind === "act" && (
        <dialog.act.Dialog record={record} user={user} row={dialog.row} onClose={closeDialog} />
      )}
      {dialog?.kind === "delete" && <DeleteDialog {...props} row={dialog.row} onClose={closeDialog} />}
      {dialog?.kind === "trash" && <TrashDrawer record={record} user={user} onClose={closeDialog} />}
      {dialog?.kind === "approve" && (
        <ApprovalDialog record={record} row={dialog.row} onClose={closeDialog} onDone={inform} />
      )}
      {dialog?.kind === "approve-all" && (
        <BulkStage
          record={record}
          chosen={dialog.list}
          to={tabOf(search) === "approved" ? "Pending" : "Approved"}
          onClose={closeDialog}
          onDone={(message) => inform(message, true)}
        />
      )}
      {dialog?.kind === "info" && (
        <SaveInfo message={dialog.message} confirmation={dialog.confirmation} onClose={closeDialog} />
      )}
    </>
  );
}

/** Form of a new or an edited row. Some record types add rows with their own dialog. */
function EntryOverlay(props: Props & { onDone: (message: string) => void }) {
  const { record, user, search, onSearch, onRow, slots, onDone } = props;
  const close = () => onSearch({ ...search, edit: undefined, new: undefined, kept: undefined });
  return (
    <>
      {search.new !== undefined && slots?.add && (
        <slots.add.Dialog record={record} user={user} onClose={close} />
      )}
      {(search.edit !== undefined || (search.new !== undefined && !slots?.add)) && (
        <FormDrawer
          key={search.kept ?? search.edit ?? `new ${search.from}`}
          record={record}
          user={user}
          id={search.edit ?? null}
          from={search.from}
          entryId={search.kept}
          slots={slots}
          onClose={close}
          onSaved={(message, savedId) => {
            slots?.changed?.();
            close();
            if (savedId !== undefined) onRow(savedId);
            onDone(message);
          }}
        />
      )}
    </>
  );
}

interface DeleteDialogProps extends Pick<Props, "record" | "slots"> {
  row: Row;
  onClose: () => void;
}

function DeleteDialog({ record, slots, row, onClose }: DeleteDialogProps) {
  const name = rowName(record, row);
  return (
    <ConfirmDialog
      {...deletion}
      question={`Delete ${name}?`}
      detail={
        record.scoped ? `It can be restored from the trash for ${trashDays} days.` : "This cannot be undone."
      }
      onYes={async () => {
        // Reload the list even if the server refuses the deletion, because another user may have saved the
        // row.
        await api.remove(record.path, [row.id], [row.row_version]).finally(() => invalidateRows(record));
        slots?.changed?.();
        if (record.scoped) offerUndo(record, undoDeletion(record, [row.id], name, slots?.changed));
        return "Deleted.";
      }}
      explain={(problem) => <RowUses problem={problem} />}
      onClose={onClose}
    />
  );
}
