/** Button that adds photos to a new row in the outbox. The photos are sent after the row. */
import { IconPhotoPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { later } from "../../components/later.tsx";
import type { Row } from "../../lib/http/api.ts";
import type { Entry } from "../../lib/outbox/entry.ts";
import { screenByRoute } from "../../records/common/record-screens.ts";
import { evidenceScreenOf } from "../evidence/upload/evidence-screens.ts";
import { uploadTarget } from "../evidence/upload/upload-target.ts";

const UploadDialog = later(() => import("../evidence/upload/upload-dialog.tsx"));

export function EntryPhotos({ entry: { work, localId, route, title } }: { entry: Entry }) {
  const [open, setOpen] = useState(false);
  const screen = screenByRoute(route);
  const proof = screen && evidenceScreenOf(screen);
  if (!proof || work.kind !== "row" || localId === null) return null;
  const row = { ...work.values, id: localId } as Row;
  return (
    <>
      <Button
        look="default"
        icon={<IconPhotoPlus size={16} aria-hidden />}
        aria-label={`Add photos to ${title}`}
        onClick={() => setOpen(true)}
      >
        Photos
      </Button>
      {open && <UploadDialog target={uploadTarget(proof, screen, row)} onClose={() => setOpen(false)} />}
    </>
  );
}
