/**
 * Saves the files of a queue together with a new row. The outbox sends the files after the row, so that a lost
 * connection loses no file. Until then, the files are part of the draft of the form.
 */
import { useContext, useEffect, useEffectEvent } from "react";
import { FormContext } from "../../../records/form/fields/form-context.ts";
import { keepPhotos } from "./keep-photo.ts";
import type { PhotoQueue } from "./photo-queue.ts";
import type { UploadTarget } from "./upload-target.ts";
import { useQueueDraft } from "./use-queue-draft.ts";

/**
 * @param part Name of the part of the form in which the user chooses the files.
 * @param target Returns the upload target for the id of the stored row.
 * @param refusalOf Returns why the row can't be saved, for the number of files that can't be sent.
 */
export function useSavedWithRow(
  queue: PhotoQueue,
  part: string,
  target: (row: number) => UploadTarget,
  refusalOf: (files: number) => string,
): void {
  useQueueDraft(queue, part);
  const connect = useContext(FormContext)?.connect;
  const refusal = useEffectEvent(() => {
    const open = queue.photos.filter(({ state }) => state !== "ready");
    if (open.length === 0) return null;
    const reading = open.some(({ state }) => state === "waiting" || state === "reading");
    return reading ? "The files are still being read. Save again in a moment." : refusalOf(open.length);
  });
  const saved = useEffectEvent((row: number) => keepPhotos(target(row), queue.photos));
  useEffect(() => connect?.({ refusal: () => refusal(), saved: (row) => saved(row) }), [connect]);
}
