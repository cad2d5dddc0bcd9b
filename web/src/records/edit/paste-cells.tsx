/** Dialog that shows the changes of pasted cells before they are saved. */
import { useMemo } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Modal } from "../../components/overlays/dialog.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { RecordSlots } from "../common/slots.ts";
import { BulkSave } from "./bulk-save.tsx";
import type { Pasted } from "./clipboard.ts";
import { planChange } from "./plan-change.ts";
import { unclearCells } from "./unclear-cells.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  slots: RecordSlots | undefined;
  pasted: Pasted;
  onClose: () => void;
}

export default function PasteCells({ record, user, slots, pasted, onClose }: Props) {
  const plans = useMemo(() => {
    const all = pasted.changes.map(({ entered }) => entered);
    return pasted.changes.map(({ row, entered }) => {
      const plan = planChange(record, user, row, entered, slots);
      const { refused, notes } = unclearCells(record, entered, all, plan.names);
      return { ...plan, refused: [...plan.refused, ...refused], notes: [...plan.notes, ...notes] };
    });
  }, [pasted, record, user, slots]);
  return (
    <Modal onClose={onClose} large title={`Paste over ${record.noun.many}`}>
      <BulkSave {...{ record, user, slots, plans, onClose }} beside={pasted.beside} listed />
    </Modal>
  );
}
