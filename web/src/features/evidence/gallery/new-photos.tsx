/** Photos that the user adds to a new row. They are saved together with the row. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { count } from "../../../lib/format.ts";
import type { Row } from "../../../lib/http/api.ts";
import { placeName, useOutlines } from "../map/use-outlines.ts";
import { ChooseFiles } from "../upload/choose-files.tsx";
import type { EvidenceScreen } from "../upload/evidence-screens.ts";
import { PhotoList } from "../upload/photo-list.tsx";
import { PlaceHelp } from "../upload/place-help.tsx";
import { uploadTarget } from "../upload/upload-target.ts";
import { usePhotoQueue } from "../upload/use-photo-queue.ts";
import { useSavedWithRow } from "../upload/use-saved-with-row.ts";

interface Props {
  record: AnyRecord;
  proof: EvidenceScreen;
  /** Current values of the form. */
  values: Readonly<Record<string, string | number | null>>;
}

const noFields = {};

export function NewPhotos({ record, proof, values }: Props) {
  const target = (id: number) => uploadTarget(proof, record, { ...values, id } as Row);
  const place = target(0).place ?? { region_name: null, province_name: null };
  const outlines = useOutlines(place);
  const queue = usePhotoQueue(target(0), outlines, noFields);
  useSavedWithRow(
    queue,
    "photos",
    target,
    (photos) =>
      `${photos === 1 ? "A photo" : `${count(photos)} photos`} cannot be saved yet. Set the place, or remove it from the list below the fields.`,
  );
  return (
    <>
      <ChooseFiles queue={queue} noun="photos" />
      <PlaceHelp queue={queue} outlines={outlines} province={placeName(place)} />
      <PhotoList photos={queue.photos} queue={queue} />
    </>
  );
}
