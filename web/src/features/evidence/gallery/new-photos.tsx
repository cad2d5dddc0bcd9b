/** Photos that the user adds to a new row. They are saved together with the row. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { Row } from "../../../lib/http/api.ts";
import { placeName, useOutlines } from "../map/use-outlines.ts";
import { ChooseFiles } from "../upload/choose-files.tsx";
import type { EvidenceScreen } from "../upload/evidence-screens.ts";
import { PhotoList } from "../upload/photo-list.tsx";
import { PlaceHelp } from "../upload/place-help.tsx";
import { uploadTarget } from "../upload/upload-target.ts";
import { useNewFiles } from "../upload/use-new-files.ts";

interface Props {
  record: AnyRecord;
  proof: EvidenceScreen;
  /** Current values of the form. */
  values: Readonly<Record<string, string | number | null>>;
}

const problem = "A photo cannot be saved yet. Set its place, or remove it from the list below the fields.";

export function NewPhotos({ record, proof, values }: Props) {
  const target = uploadTarget(proof, record, { ...values, id: 0 } as Row);
  const place = target.place ?? { region_name: null, province_name: null };
  const outlines = useOutlines(place);
  const { queue, add } = useNewFiles("photos", target, outlines, problem);
  return (
    <>
      <ChooseFiles noun="photos" onFiles={add} />
      <PlaceHelp queue={queue} outlines={outlines} province={placeName(place)} />
      <PhotoList photos={queue.photos} queue={queue} />
    </>
  );
}
