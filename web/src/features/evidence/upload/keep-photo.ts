/**
 * Builds the fields of an upload request, and puts photos into the outbox. A photo's row may wait in the outbox, too.
 */
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

/**
 * Stores a photo in the outbox. Resolves when the photo is on disk.
 * @throws The errors of keepFile.
 */
export async function keepPhoto(
  { recordType, owner, idField }: UploadTarget,
  { uploadId, file, facts }: PhotoItem,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  const user = knownUser();
  if (!user) throw new Error("Sign in to keep files on this computer.");
  await keepFile(user.id, {
    ...{ uploadId, recordType, fileName: file.name, fields },
    owner: { field: idField, id: Number(owner[idField]) },
    content: { file, thumbnail: facts?.thumbnail ?? null },
  });
}
