/**
 * Approval dialog of one row (spec section 4). The user approves the row, sets it back to Pending, or returns
 * it to its office with a reason.
 */

import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { TextArea } from "../../components/fields/field.tsx";
import { Group } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { useOneAction } from "../../lib/hooks/use-one-action.ts";
import { api, type Row, type Stage } from "../../lib/http/api.ts";
import { refreshHeader } from "../../lib/http/events.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import { hasOpenReturn } from "../bulk/chosen.ts";
import { offerUndo } from "../bulk/undo.ts";
import { rowName } from "../common/row-name.ts";
import { reviewText } from "../review/review-text.ts";
import { setStage, stageHelp, stageOf, stageText, undoStage } from "../review/stage-act.ts";
import { StageChoice } from "../review/stage-choice.tsx";

interface Props {
  record: AnyRecord;
  row: Row;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Stage to set, or "Returned" to return the row. */
type Choice = Stage | "Returned";

const choices: readonly (readonly [Choice, string])[] = [
  ...stageHelp,
  ["Returned", "Stays pending. The office sees your reason and corrects the record."],
];

const saveLabels: Record<Choice, string> = {
  Approved: "Approve",
  Pending: "Set back to pending",
  Returned: "Return",
};
/**
 * Returns the title of the dialog: the chosen action and the name of the row, such as "Approve Bagong Sibol".
 */
const titleOf = (chosen: Choice, name: string): string =>
  chosen === "Returned" ? `Return ${name}` : stageText(chosen, name);

/** Sets the stage of the row, or returns the row to its office. Passes the result message to `onDone`. */
function useApproval({ record, row, onDone }: Omit<Props, "onClose">) {
  const { busy, problem, attempt } = useOneAction();
  const subject = rowName(record, row);

  const approve = async (stage: Stage): Promise<string> => {
    const done = await setStage(record, row, stage);
    if (done.length > 0) offerUndo(record, undoStage(record, stage, done));
    return `${subject}: ${stage === "Approved" ? "approved" : "set back to Pending"}.`;
  };

  const returnRow = async ({ id, row_version }: Row, reason: string): Promise<string> => {
    await api.returnRows(record.path, { id, row_version, reason });
    return `${subject}: returned.`;
  };

  const save = (chosen: Choice, reason: string) =>
    attempt(async () => {
      // Reload the list even if the server refuses the action, because another user may have saved the row.
      const saving = chosen === "Returned" ? returnRow(row, reason) : approve(chosen);
      const message = await saving.finally(() => invalidateRows(record));
      refreshHeader();
      onDone(message);
    });
  return { busy, problem, save };
}

export function ApprovalDialog({ record, row, onDone, onClose }: Props) {
  const before = stageOf(row);
  const [chosen, setChosen] = useState<Choice>(before === "Approved" ? "Pending" : "Approved");
  const [reason, setReason] = useState("");
  const { busy, problem, save } = useApproval({ record, row, onDone });
  const returned = hasOpenReturn(row) ? reviewText(row) : null;
  return (
    <Modal onClose={onClose} title={titleOf(chosen, rowName(record, row))} size="sm">
      {problem && <Notice tone="bad">{problem}</Notice>}
      <StageChoice choices={choices} chosen={chosen} onChoose={setChosen} />
      {chosen === "Approved" && returned && (
        <Notice tone="warn">
          <p>{returned.heading}, and not resubmitted. Approving it ends the return.</p>
        </Notice>
      )}
      {chosen === "Returned" && (
        <TextArea
          label="Reason"
          rows={3}
          maxLength={2000}
          required
          data-unsaved={reason !== ""}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      <Group at="end">
        <Button look="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          data-autofocus
          loading={busy}
          disabled={chosen === "Returned" ? reason.trim() === "" : chosen === before}
          onClick={() => void save(chosen, reason)}
        >
          {saveLabels[chosen]}
        </Button>
      </Group>
    </Modal>
  );
}
