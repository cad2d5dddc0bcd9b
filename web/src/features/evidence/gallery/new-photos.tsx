/**
 * Photos that the user adds to a new row before the row is saved. The photos are not part of the draft. The outbox
 * sends the photos after the row, so that a lost connection loses no photo.
 */
import { useContext, useEffect, useEffectEvent } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Text } from "../../../components/layout.tsx";
import { count } from "../../../lib/format.ts";
import type { Row } from "../../../lib/http/api.ts";
import { FormContext } from "../../../records/form/fields/form-context.ts";
import { placeName, useOutlines } from "../map/use-outlines.ts";
import { ChooseFiles } from "../upload/choose-files.tsx";
import type { EvidenceScreen } from "../upload/evidence-screens.ts";
import { keepPhotos } from "../upload/keep-photo.ts";
import { PhotoList } from "../upload/photo-list.tsx";
import { PlaceHelp } from "../upload/place-help.tsx";
import { uploadTarget } from "../upload/upload-target.ts";
import { usePhotoQueue } from "../upload/use-photo-queue.ts";

interface Props {
  record: AnyRecord;
  proof: EvidenceScreen;
  /** Current values of the form. */
  values: Readonly<Record<string, string | number | null>>;
}

const noFields = {};

export function NewPhotos({ record, proof, values }: Props) {
  const form = useContext(FormContext);
  const target = (id: number) => uploadTarget(proof, record, { ...values, id } as Row);
  const place = target(0).place ?? { region_name: null, province_name: null };
  const outlines = useOutlines(place);
  const queue = usePhotoQueue(target(0), outlines, noFields);
  const refusal = useEffectEvent(() => {
    const open = queue.photos.filter(({ state }) => state !== "ready");
    if (open.length === 0) return null;
    const reading = open.some(({ state }) => state === "waiting" || state === "reading");
    if (reading) return "The photos are still being read. Save again in a moment.";
    return `${open.length === 1 ? "A photo" : `${count(open.length)} photos`} cannot be saved yet. Set the place, or remove it from the list below the fields.`;
  });
  const saved = useEffectEvent((id: number) => keepPhotos(target(id), queue.photos));
  useEffect(() => {
    form?.connect({ refusal: () => refusal(), saved: (id) => saved(id) });
    return () => form?.connect(null);
  }, [form]);
  return (
    <>
      <ChooseFiles queue={queue} noun="photos" />
      {queue.photos.length > 0 && (
        <Text soft>
          Photos are not part of the draft. If you close this form before you register, choose them again.
        </Text>
      )}
      <PlaceHelp queue={queue} outlines={outlines} province={placeName(place)} />
      <PhotoList photos={queue.photos} queue={queue} />
    </>
  );
}
