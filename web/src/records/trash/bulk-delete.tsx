/** Deletes many rows, as they were seen, after a confirmation; those of offices can be restored. */
import { trashDays } from "#shared/access/sentences.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { count } from "../../lib/format.ts";
import { api } from "../../lib/http/api.ts";
import { notify } from "../../lib/notify.ts";
import { BulkDialog } from "../bulk/bulk-dialog.tsx";
import { asSeen, type SeenRow } from "../bulk/bulk-run.ts";
import { type Chosen, chosenCount, rowsText, seenRowsOf } from "../bulk/chosen.ts";
import { type BulkAct, useBulk } from "../bulk/use-bulk.ts";
import type { RecordSlots } from "../common/slots.ts";
import { undoDeletion } from "./restore.ts";

interface Props {
  record: AnyRecord;
  slots: RecordSlots | undefined;
  chosen: Chosen;
  /** @param touched Whether something was done. */
  onClose: (touched: boolean) => void;
}

const deleting = (
  record: AnyRecord,
  chosen: Chosen,
  changed: (() => void) | undefined,
): BulkAct<SeenRow, number> => ({
  words: { doing: "Deleting", did: "deleted" },
  rows: () => seenRowsOf(record, chosen),
  send: async (step, batch) => {
    const { id, row_version } = asSeen(step);
    await api.remove(record.path, id, row_version, batch);
    return { done: id };
  },
  undo: record.scoped
    ? (ids) => undoDeletion(record, ids, (number) => rowsText(record, number), changed)
    : undefined,
});

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
    <BulkDialog record={record} act={act} title={`Delete ${rowsText(record, number)}?`} onClose={onClose}>
      <Text>
        {record.scoped
          ? `They can be restored from the trash for ${trashDays} days. Rows that others refer to stay, and are named.`
          : "This cannot be undone. Rows that others refer to stay, and are named."}
      </Text>
      <Group at="end">
        <Button look="default" data-autofocus onClick={() => onClose(false)}>
          Cancel
        </Button>
        <Button
          tone="danger"
          loading={act.choosing}
          onClick={() => act.begin(deleting(record, chosen, slots?.changed))}
        >
          Delete {count(number)}
        </Button>
      </Group>
    </BulkDialog>
  );
}
