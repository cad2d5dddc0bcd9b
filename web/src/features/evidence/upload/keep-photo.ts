/**
 * Keeps files in the outbox, with the fields of the upload request. If the record of the files is not stored yet, the
 * entry of a file also refers to the entry of that record.
 */
import { isLocalId } from "../../../lib/outbox/entry.ts";
import { keepFile } from "../../../lib/outbox/keep-file.ts";
import { knownUser } from "../../../lib/user.ts";
import type { PhotoItem } from "./photo-item.ts";
import type { UploadTarget } from "./upload-target.ts";

export const textOf = (fields: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** Returns the text fields that are sent with one file. */
export function fieldsOf(item: PhotoItem, placed: boolean): Record<string, string> {
  const { uploadId, facts, place, outside, outsideConfirmed, repeated } = item;
  const fields: Record<string, string> = { upload_id: uploadId };
  if (placed && place) {
    fields.latitude = place.latitude.toFixed(6);
    fields.longitude = place.longitude.toFixed(6);
    fields.location_source = place.source;
    if (place.accuracy !== null) fields.accuracy = place.accuracy.toFixed(1);
  }
  if (placed && facts?.takenAt) fields.taken_at = facts.takenAt;
  if (outside && outsideConfirmed) fields.outside_confirmed = "Yes";
  if (repeated) fields.keep_duplicate = "Yes";
  return fields;
}

/** Returns the field whose value is the id of a row that waits in the outbox; null if no field has such a value. */
export function waitingOwner(owner: UploadTarget["owner"]): { field: string; localId: number } | null {
  const found = Object.entries(owner).find(([, value]) => isLocalId(value));
  return found ? { field: found[0], localId: Number(found[1]) } : null;
}

/** Resolves when the photo is on disk. @throws like keepFile */
export async function keepPhoto(
  { type, owner }: UploadTarget,
  { uploadId, file, facts }: PhotoItem,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const user = knownUser();
  if (!user) throw new Error("Sign in to keep files on this computer.");
  const content = { file, thumbnail: facts?.thumbnail ?? null, fileName: file.name };
  await keepFile({ ...content, userId: user.id, uploadId, type, fields, owner: waitingOwner(owner) });
}

/** Puts photos that are ready to be sent into the outbox, as files of a row. */
export async function keepPhotos(target: UploadTarget, photos: readonly PhotoItem[]): Promise<void> {
  for (const item of photos)
    await keepPhoto(target, item, { ...textOf(target.owner), ...fieldsOf(item, target.place !== null) });
}
