/** Approves many rows, or sets them back: those that are ticked, or all under the filters, which the approval modal asks about (spec section 4). */
import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../components/button.tsx";
import { Group, Text } from "../../components/layout.tsx";
import { count } from "../../lib/format.ts";
import type { Stage } from "../../lib/http/api.ts";
import { BulkDialog } from "../bulk/bulk-dialog.tsx";
import { type Chosen, chosenCount, rowsText } from "../bulk/chosen.ts";
import { useBulk } from "../bulk/use-bulk.ts";
import { stageAct, stageHelp, stageVerb } from "./stage-act.ts";
import { StageChoice } from "./stage-choice.tsx";

interface Props {
  record: AnyRecord;
  chosen: Chosen;
  /** The stage that they get; or the one that they have, where that is asked. */
  stage: { to: Stage } | { before: Stage };
  /** Told when all is done, what was. */
  onDone: (sentence: string) => void;
  /** @param touched Whether something was done. */
  onClose: (touched: boolean) => void;
}

export default function BulkStage({ record, chosen, stage, onDone, onClose }: Props) {
  const before = "before" in stage ? stage.before : null;
  const [to, setTo] = useState<Stage>(
    "to" in stage ? stage.to : before === "Approved" ? "Pending" : "Approved",
  );
  const act = useBulk({ record, onClean: onDone });
  const number = chosenCount(chosen);
  const rows = rowsText(record, number);
  return (
    <BulkDialog
      record={record}
      act={act}
      title={before ? `Stage of ${rows}` : `${stageVerb[to]} ${rows}`}
      onClose={onClose}
    >
      {before ? (
        <StageChoice choices={stageHelp} chosen={to} onChoose={setTo} />
      ) : (
        <Text>
          {to === "Approved"
            ? "They are locked for regional and provincial users until they are set back to Pending."
            : "They can be edited again while the window is open."}
        </Text>
      )}
      <Group at="end">
        <Button look="default" onClick={() => onClose(false)}>
          Cancel
        </Button>
        <Button
          data-autofocus
          loading={act.choosing}
          disabled={to === before}
          onClick={() => act.begin(stageAct(record, to, chosen))}
        >
          {before ? "Save" : `${stageVerb[to]} ${count(number)}`}
        </Button>
      </Group>
    </BulkDialog>
  );
}
