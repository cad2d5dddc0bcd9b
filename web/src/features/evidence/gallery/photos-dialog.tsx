/** Dialog with the photos that are evidence for a row, opened from the list of the row. */

import { Modal } from "../../../components/overlays/dialog.tsx";
import type { Row } from "../../../lib/http/api.ts";
import { rowName } from "../../../records/common/row-name.ts";
import type { DialogSlotProps } from "../../../records/common/slots.ts";
import { evidenceScreenOf } from "../upload/evidence-screens.ts";
import { RecordPhotos } from "./record-photos.tsx";

export default function PhotosDialog({ record, user, row, onClose }: DialogSlotProps & { row: Row }) {
  const proof = evidenceScreenOf(record);
  if (!proof) return null;
  return (
    <Modal onClose={onClose} title={`Photos of ${rowName(record, row)}`} large>
      <RecordPhotos record={record} row={row} proof={proof} user={user} />
    </Modal>
  );
}
