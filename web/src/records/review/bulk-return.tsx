/**
 * Dialog that returns many rows with one reason. Skips rows that changed after the user saw them. Undo reverts the
 * returns.
 */
import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { count } from "../../lib/format.ts";
import { BulkDialog } from "../bulk/bulk-dialog.tsx";
import { type Chosen, chosenCount, rowsText } from "../bulk/chosen.ts";
import { useBulk } from "../bulk/use-bulk.ts";
import { returnAct } from "./return-act.ts";
import { ReturnReason } from "./return-reason.tsx";

interface Props {
  record: AnyRecord;
  chosen: Chosen;
  /** @param touched True if at least one row was returned. */
  onClose: (touched: boolean) => void;
}

export default function BulkReturn({ record, chosen, onClose }: Props) {
  const act = useBulk({ record, onClean: () => onClose(true) });
  const [reason, setReason] = useState("");
  const number = chosenCount(chosen);
  return (
    <BulkDialog
      record={record}
      act={act}
      chosen={chosen}
      title={`Return ${rowsText(record, number)}`}
      onClose={onClose}
    >
      <ReturnReason
        label={`Return ${count(number)}`}
        busy={act.choosing}
        reason={reason}
        onReason={setReason}
        onReturn={() => act.begin(returnAct(record, chosen, reason))}
        onCancel={() => onClose(false)}
      />
    </BulkDialog>
  );
}
