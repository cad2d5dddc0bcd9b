/** Dialog that asks whether to take back (undo) an import, then shows the progress and the result. */
import { trashDays } from "#shared/access/refusal-messages.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { count } from "../../lib/format.ts";
import { BulkDialog } from "../bulk/bulk-dialog.tsx";
import { rowsText } from "../bulk/chosen.ts";
import { useBulk } from "../bulk/use-bulk.ts";
import { type Receipt, receiptsChanged } from "./receipts.ts";
import { takeBackAct } from "./take-back.ts";

interface Props {
  record: AnyRecord;
  receipt: Receipt;
  onClose: () => void;
}

export function TakeBackDialog({ record, receipt, onClose }: Props) {
  const act = useBulk({ record, changed: receiptsChanged, onClean: onClose });
  const { import_id: importId, as_left: number, changed_since: changed } = receipt;
  return (
    <BulkDialog record={record} act={act} title={`Take back ${rowsText(record, number)}?`} onClose={onClose}>
      <Text>
        Rows that the import added go to the trash, where they can be restored for {trashDays} days. Rows that
        it changed get their previous values back.
      </Text>
      {changed.length > 0 && (
        <Text>{rowsText(record, changed.length)} changed after the import: not taken back.</Text>
      )}
      <Group at="end">
        <Button look="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button tone="danger" loading={act.choosing} onClick={() => act.begin(takeBackAct(record, importId))}>
          Take back {count(number)}
        </Button>
      </Group>
    </BulkDialog>
  );
}
