/** Upload queue for the files of a new row. The files are part of the form (FormFiles), which saves them with the row. */
import { useContext, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { Outline } from "#shared/rules/place-in-outline.ts";
import { notify } from "../../../lib/notify.ts";
import { type EntryFile, readFile } from "../../../lib/outbox/store.ts";
import { knownUser } from "../../../lib/user.ts";
import type { FormFile, FormFilesPart } from "../../../records/common/slots.ts";
import { FormContext, type FormContextValue } from "../../../records/form/fields/form-context.ts";
import type { FormFiles } from "../../../records/form/fields/form-files.ts";
import { fieldsOf, textOf } from "./keep-photo.ts";
import type { PhotoItem } from "./photo-item.ts";
import type { PhotoQueue } from "./photo-queue.ts";
import type { UploadTarget } from "./upload-target.ts";
import { usePhotoQueue } from "./use-photo-queue.ts";

const noFields = {};

/**
 * @param part Name of the part of the form in which the user chooses the files.
 * @param target Upload target. The id of its row is not used.
 * @param openProblem Why the row can't be saved while a file is neither ready nor being read.
 */
export function useNewFiles(
  part: string,
  target: UploadTarget,
  outlines: readonly Outline[],
  openProblem: string,
): PhotoQueue {
  const files = filesOf(useContext(FormContext));
  const queue = usePhotoQueue(target, outlines, noFields);
  const restored = useSyncExternalStore(files.subscribe, files.restored);
  /** The restored draft whose files are in the queue. Before that, the queue does not have the files of the form. */
  const [loaded, setLoaded] = useState<number | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const earlier = queue.photos;
    void loadFiles(files, files.part(part)?.files ?? [], stop.signal).then((found) => {
      if (stop.signal.aborted) return;
      if (found.length > 0 || earlier.length > 0) queue.restore(found, earlier);
      setLoaded(restored);
    });
    return () => stop.abort();
  }, [files, part, queue, restored]);
  const chosen = partOf(queue.photos, target, openProblem);
  const put = useEffectEvent(() => {
    if (queue.photos.length > 0 || files.part(part)) files.set(part, chosen, contentsOf(queue.photos));
  });
  const state = JSON.stringify(chosen);
  useEffect(() => {
    // `state` changes when a file was added, read, placed or removed.
    if (state && loaded === restored) put();
  }, [state, loaded, restored]);
  return queue;
}

/** @throws Error outside a form: only a form has the files of a new row. */
function filesOf(form: FormContextValue | null): FormFiles {
  if (!form) throw new Error("The files of a new row need a form.");
  return form.files;
}

function partOf(
  photos: readonly PhotoItem[],
  { recordType, owner, idField, place }: UploadTarget,
  openProblem: string,
): FormFilesPart {
  const { [idField]: _, ...fixed } = textOf(owner);
  const isReading = photos.some(({ state }) => state === "waiting" || state === "reading");
  const isOpen = photos.some(({ state }) => state !== "ready");
  return {
    ...{
      recordType: { route: recordType.route, path: recordType.path, noun: { one: recordType.noun.one } },
      idField,
    },
    // Files that can't be read are not part of the draft.
    files: photos
      .filter(({ state }) => state !== "refused")
      .map((item) => ({
        ...{ uploadId: item.uploadId, name: item.file.name, mimeType: item.file.type },
        ...{
          lastModified: item.file.lastModified,
          place: item.place,
          outsideConfirmed: item.outsideConfirmed,
        },
        fields: { ...fixed, ...fieldsOf(item, place !== null) },
      })),
    problem: isReading ? stillReading : isOpen ? openProblem : null,
  };
}

const stillReading = "The files are still being read. Save again in a moment.";

/** Returns the contents of the photos that have been read, by the id of the upload. */
const contentsOf = (photos: readonly PhotoItem[]): Map<string, EntryFile> =>
  new Map(
    photos.flatMap(({ uploadId, file, facts }) =>
      facts ? [[uploadId, { file, thumbnail: facts.thumbnail }] as const] : [],
    ),
  );

/** Returns files of the form with their contents. Shows a notice that names the files whose contents are missing. */
async function loadFiles(
  files: FormFiles,
  listed: readonly FormFile[],
  signal: AbortSignal,
): Promise<(FormFile & { file: File })[]> {
  const user = knownUser();
  const found = [];
  const missing = [];
  for (const one of listed) {
    if (signal.aborted) return [];
    const known =
      files.content(one.uploadId) ?? (user && (await readFile(user.id, one.uploadId).catch(() => null)));
    const { name, mimeType: type, lastModified } = one;
    if (known) found.push({ ...one, file: new File([known.file], name, { type, lastModified }) });
    else missing.push(name);
  }
  if (missing.length > 0 && !signal.aborted) {
    const message = `No longer stored on this computer: ${missing.join(", ")}. Choose them again.`;
    notify({ tone: "error", message, seconds: 20 });
  }
  return found;
}
