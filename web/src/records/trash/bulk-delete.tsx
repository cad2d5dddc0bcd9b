/**
 * Dialog that deletes many rows. Skips rows that changed after the user saw them. Deleted rows can be restored if they
 * belong to an office.
 */
import { trashDays } from "#shared/access/refusal-messages.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { count } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { BulkDialog } from "../bulk/bulk-dialog.tsx";
import { type Chosen, chosenCount, rowsText } from "../bulk/chosen.ts";
import { useBulk } from "../bulk/use-bulk.ts";
import type { RecordSlots } from "../common/slots.ts";
import { deleteAct } from "./delete-act.ts";

interface Props {
  record: AnyRecord;
  slots: RecordSlots | undefined;
  chosen: Chosen;
  /** @param touched True if at least one row was deleted. */
  onClose: (touched: boolean) => void;
}

export default function BulkDelete({ record, slots, chosen, onClose }: Props) {
  const act = useBulk({
    record,
    changed: slots?.changed,
    onClean: (message) => {
      if (!record.scoped) notify({ tone: "success", message });
      onClose(true);
    },
  });
  const number = chosenCount(chosen);
  return (
    <BulkDialog
      record={record}
      act={act}
      chosen={chosen}
      title={`Delete ${rowsText(record, number)}?`}
      onClose={onClose}
    >
      <Text>
        {record.scoped
          ? `They can be restored from the trash for ${trashDays} days.`
          : "This cannot be undone."}{" "}
        {record.copied
          ? "Records keep the values that they copied from these rows, but forms no longer offer these rows."
          : "Rows that other records use are not deleted, and are listed."}
      </Text>
      <Group at="end">
        <Button look="default" data-autofocus onClick={() => onClose(false)}>
          Cancel
        </Button>
        <Button
          tone="danger"
          loading={act.choosing}
          onClick={() => act.begin(deleteAct(record, chosen, slots?.changed))}
        >
          Delete {count(number)}
        </Button>
      </Group>
    </BulkDialog>
  );
}
