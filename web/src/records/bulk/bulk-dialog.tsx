/** Dialog of a bulk action: first the question, then the progress, then the result. */
import { type ReactNode, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Notice } from "../../components/notice.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { isBulkRunning } from "./bulk-run.ts";
import { BulkView } from "./bulk-view.tsx";
import type { Chosen } from "./chosen.ts";
import { ChosenRows } from "./chosen-rows.tsx";
import type { BulkOnScreen } from "./use-bulk.ts";

interface Props {
  record: AnyRecord;
  act: BulkOnScreen;
  title: string;
  /** Rows that the user has selected in a list. Absent if the action doesn't start from a list. */
  chosen?: Chosen;
  /** Question or form shown before the action starts. */
  children: ReactNode;
  /** @param touched True if the action changed at least one row. */
  onClose: (touched: boolean) => void;
}

export function BulkDialog({ record, act, title, chosen, children, onClose }: Props) {
  // The title shows the number of rows at the start, because the list has fewer rows when it reloads during the action.
  const [begunAs, setBegunAs] = useState(title);
  if (!act.bulk && begunAs !== title) setBegunAs(title);
  const close = () => onClose((act.bulk?.done.length ?? 0) > 0);
  // While the action runs, only Cancel ends it. After the action, a click outside does not close the dialog, because
  // only the dialog shows the result.
  const free = !isBulkRunning(act.bulk);
  return (
    <Modal
      onClose={close}
      title={act.bulk ? begunAs : title}
      size={act.bulk ? "md" : "sm"}
      closeOnClickOutside={!act.bulk}
      closeOnEscape={free}
      withCloseButton={free}
    >
      {act.problem && <Notice tone="bad">{act.problem}</Notice>}
      {act.bulk ? (
        <BulkView record={record} act={act} onClose={close} />
      ) : (
        <>
          {chosen && <ChosenRows record={record} chosen={chosen} />}
          {children}
        </>
      )}
    </Modal>
  );
}
