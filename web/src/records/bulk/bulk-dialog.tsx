/** The dialog of an act on many rows: what is asked first, then how far it is, then what came of it. */
import { type ReactNode, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Notice } from "../../components/notice.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { isUnderWay } from "./bulk-run.ts";
import { BulkView } from "./bulk-view.tsx";
import type { BulkOnScreen } from "./use-bulk.ts";

interface Props {
  record: AnyRecord;
  act: BulkOnScreen;
  title: string;
  /** What is asked before it begins. */
  children: ReactNode;
  /** @param touched Whether something was done. */
  onClose: (touched: boolean) => void;
}

export function BulkDialog({ record, act, title, children, onClose }: Props) {
  // The title keeps the number of rows that the act began with: the list reloads meanwhile, with fewer rows.
  const [begunAs, setBegunAs] = useState(title);
  if (!act.bulk && begunAs !== title) setBegunAs(title);
  const close = () => onClose((act.bulk?.done.length ?? 0) > 0);
  // It is left by Cancel while it goes on, and not by a press beside it once it has ended: its account is told once.
  const free = !isUnderWay(act.bulk);
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
      {act.bulk ? <BulkView record={record} act={act} onClose={close} /> : children}
    </Modal>
  );
}
