/**
 * Sets a value in all rows of a list. Reads, validates and saves the rows in batches, and lists the refused rows at the
 * end.
 */
import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { reasonProblem } from "#shared/rules/soft-checks.ts";
import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/fields/field.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import { BulkView } from "../bulk/bulk-view.tsx";
import { rowsText, seenRowsOf } from "../bulk/chosen.ts";
import { useBulk } from "../bulk/use-bulk.ts";
import type { WholeList } from "../common/list-body.ts";
import type { RecordSlots } from "../common/slots.ts";
import type { FormValues } from "../form/fields/form-values.ts";
import { changing } from "./bulk-save.tsx";
import { saveEntered, undoChanges } from "./save-steps.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  slots: RecordSlots | undefined;
  list: WholeList;
  /** Values to set in each row of the list. */
  entered: FormValues;
  /** @param saved True if at least one row was saved. */
  onClose: (saved: boolean) => void;
}

export function WholeSave({ record, user, slots, list, entered, onClose }: Props) {
  const [reason, setReason] = useState("");
  const act = useBulk({ record, changed: slots?.changed, onClean: () => onClose(true) });
  const wrong = reason.trim() === "" ? null : reasonProblem(reason.trim());
  if (act.bulk) return <BulkView record={record} act={act} onClose={() => onClose(true)} />;
  return (
    <>
      {act.problem && <Notice tone="bad">{act.problem}</Notice>}
      <Text>Rows that cannot get this value are left unchanged and listed afterwards.</Text>
      {record.softChecks && (
        <TextField
          label="Reason for unusual values"
          help="Without a reason, rows that would have unusual values are left unchanged."
          value={reason}
          maxLength={500}
          autoComplete="off"
          problem={wrong ? `The reason ${wrong}.` : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Group at="end" data-unsaved={reason !== ""}>
        <Button look="default" onClick={() => onClose(false)}>
          Cancel
        </Button>
        <Button
          loading={act.choosing}
          disabled={wrong !== null}
          onClick={() =>
            act.begin({
              words: changing,
              what: { act: "edit" },
              rows: () => seenRowsOf(record, list),
              send: saveEntered({ record, user, slots, entered, reason: reason.trim() }),
              undo: (done) => undoChanges(record, user, slots, done),
            })
          }
        >
          Change {rowsText(record, list.total)}
        </Button>
      </Group>
    </>
  );
}
