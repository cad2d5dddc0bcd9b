/** Returns many rows, as they were seen, with one reason for all of them. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { count } from "../../lib/format.ts";
import { api } from "../../lib/http/api.ts";
import { notify } from "../../lib/notify.ts";
import { BulkDialog } from "../bulk/bulk-dialog.tsx";
import { asSeen, type SeenRow } from "../bulk/bulk-run.ts";
import { type Chosen, chosenCount, rowsText, seenRowsOf } from "../bulk/chosen.ts";
import { type BulkAct, useBulk } from "../bulk/use-bulk.ts";
import { ReturnReason } from "./return-reason.tsx";

interface Props {
  record: AnyRecord;
  chosen: Chosen;
  /** @param touched Whether something was done. */
  onClose: (touched: boolean) => void;
}

const returning = (record: AnyRecord, chosen: Chosen, reason: string): BulkAct<SeenRow, SeenRow> => ({
  words: { doing: "Returning", did: "returned" },
  rows: () => seenRowsOf(record, chosen),
  send: async (step, batch) => {
    await api.returnRows(record.path, { ...asSeen(step), reason }, batch);
    return { done: step };
  },
});

export default function BulkReturn({ record, chosen, onClose }: Props) {
  const act = useBulk({
    record,
    onClean: (message) => {
      notify({ tone: "success", message });
      onClose(true);
    },
  });
  const number = chosenCount(chosen);
  return (
    <BulkDialog record={record} act={act} title={`Return ${rowsText(record, number)}`} onClose={onClose}>
      <ReturnReason
        label={`Return ${count(number)}`}
        busy={act.choosing}
        onReturn={(reason) => act.begin(returning(record, chosen, reason))}
        onCancel={() => onClose(false)}
      />
    </BulkDialog>
  );
}
