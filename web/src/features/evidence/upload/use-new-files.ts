/**
 * Upload queue for the files of a new row. The form (FormFiles) stores the files and saves them together with the row.
 */
import {
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";
import type { Outline } from "#shared/rules/place-in-outline.ts";
import { notify } from "../../../lib/notify.ts";
import { type EntryFile, readFile } from "../../../lib/outbox/store.ts";
import { knownUser } from "../../../lib/user.ts";
import type { FormFile, FormFilesPart } from "../../../records/common/slots.ts";
import { FormContext, type FormContextValue } from "../../../records/form/fields/form-context.ts";
import { FormFiles } from "../../../records/form/fields/form-files.ts";
import { fieldsOf, textOf } from "./keep-photo.ts";
import type { PhotoItem } from "./photo-item.ts";
import type { PhotoQueue } from "./photo-queue.ts";
import type { UploadTarget } from "./upload-target.ts";
import { usePhotoQueue } from "./use-photo-queue.ts";

const noFields = {};

/**
 * Returns the upload queue for the files of a new row, and a function that adds files to the queue.
 * @param part Name under which the form stores the files of this control.
 * @param target Upload target. The id of its row is not used.
 * @param openProblem Message that refuses the save while a file can't be sent, such as a photo without a point on the
 * map.
 */
export function useNewFiles(
  part: string,
  target: UploadTarget,
  outlines: readonly Outline[],
  openProblem: string,
): { queue: PhotoQueue; add: (chosen: readonly File[]) => void } {
  const files = filesOf(useContext(FormContext));
  const queue = usePhotoQueue(target, outlines, noFields);
  const restored = useSyncExternalStore(files.subscribe, files.restored);
  /**
   * Value of `restored` when the queue last loaded the form's files; null before the first load. If `restored` differs,
   * the form has restored another draft. The queue is then outdated and must not be written to the form.
   */
  const [loaded, setLoaded] = useState(() => (files.part(part)?.files.length ? null : restored));
  useEffect(() => {
    const stop = new AbortController();
    const earlier = queue.photos;
    const listed = files.part(part)?.files ?? [];
    const fill = (found: readonly (FormFile & { file: File })[]) => {
      // Store the contents of the queued files before the queue drops them. The draft that was open until now still
      // lists these files.
      files.keepContents(contentsOf(queue.photos.filter(isListed(files))));
      if (found.length > 0 || earlier.length > 0) queue.restore(found, earlier);
      files.setLoading(part, null);
      setLoaded(restored);
    };
    if (listed.length === 0) {
      fill([]);
      return;
    }
    files.setLoading(part, stillReading);
    loadFiles(files, listed, stop.signal)
      .then((found) => {
        if (!stop.signal.aborted) fill(found);
      })
      .catch((problem: unknown) => {
        if (stop.signal.aborted) return;
        console.error("The files of the draft could not be read.", problem);
        files.setLoading(
          part,
          "The files of the draft could not be read. Close the form and open the draft again.",
        );
      });
    return () => {
      stop.abort();
      files.setLoading(part, null);
    };
  }, [files, part, queue, restored]);
  const chosen = partOf(files, queue.photos, target, openProblem);
  // Read the current state of the form, because the form can restore a draft before this control renders.
  const isLoaded = () => loaded === files.restored();
  const put = useEffectEvent((withUnread: boolean) => {
    if (!isLoaded() || (queue.photos.length === 0 && !files.part(part))) return;
    const kept = queue.photos.filter(isListed(files)).filter(({ facts }) => withUnread || facts !== null);
    files.set(part, chosen, contentsOf(kept));
  });
  // This string changes with the files of the queue and their points. The effect below then writes the files to the
  // form, before the browser shows them. If the user closes the form immediately, it asks about the files.
  const state = JSON.stringify([chosen, queue.photos.map(({ facts }) => facts !== null)]);
  useLayoutEffect(() => {
    if (state && loaded === restored) put(false);
  }, [state, loaded, restored]);
  // The queue stops when this control unmounts. Store its unread files now, without thumbnails.
  useEffect(() => () => put(true), []);
  const add = (more: readonly File[]) => {
    const reason = files.isSaving
      ? "The record is being saved. To add more files, open it after the save."
      : !isLoaded() && "The files of the draft are still loading. Add more files in a moment.";
    if (reason) notify({ tone: "info", message: reason });
    else queue.add(more);
  };
  return { queue, add };
}

/** @throws Error if the control is used outside of a form. */
function filesOf(form: FormContextValue | null): FormFiles {
  if (!form) throw new Error("The files of a new row need a form.");
  return form.files;
}

function partOf(
  files: FormFiles,
  photos: readonly PhotoItem[],
  { recordType, owner, idField, place }: UploadTarget,
  openProblem: string,
): FormFilesPart {
  const { [idField]: _, ...fixed } = textOf(owner);
  const isReading = photos.some(({ state }) => state === "waiting" || state === "reading");
  const isOpen = photos.some(({ state }) => state !== "ready");
  const { route, path, noun } = recordType;
  return {
    // A draft stores only the properties of the record type that sending the files needs.
    recordType: { route, path, noun: { one: noun.one } },
    idField,
    files: photos.filter(isListed(files)).map((item) => {
      const { uploadId, file, outsideConfirmed } = item;
      const { name, type: mimeType, lastModified } = file;
      const fields = { ...fixed, ...fieldsOf(item, place !== null) };
      return { uploadId, name, mimeType, lastModified, place: item.place, outsideConfirmed, fields };
    }),
    problem: isReading ? stillReading : isOpen ? openProblem : null,
  };
}

/** True if a draft lists the file. An unreadable file is listed only if the draft already listed it. */
const isListed =
  (files: FormFiles) =>
  ({ state, uploadId }: PhotoItem): boolean =>
    state !== "refused" || files.isFromDraft(uploadId);

const stillReading = "The files are still being read. Save again in a moment.";

/** Returns the contents of photos by upload id. A photo that is not read yet has no thumbnail. */
const contentsOf = (photos: readonly PhotoItem[]): Map<string, EntryFile> =>
  new Map(
    photos.map(
      ({ uploadId, file, facts }) => [uploadId, { file, thumbnail: facts?.thumbnail ?? null }] as const,
    ),
  );

/**
 * Returns the listed files of the form with their contents. A notice names the files whose contents are missing.
 * @throws DOMException if the browser's database can't be read.
 */
async function loadFiles(
  files: FormFiles,
  listed: readonly FormFile[],
  signal: AbortSignal,
): Promise<(FormFile & { file: File })[]> {
  const user = knownUser();
  // Wait until the forms of this page have stored all their files, because some may belong to this draft.
  await FormFiles.work;
  const found = [];
  const missing = [];
  for (const one of listed) {
    if (signal.aborted) return [];
    const known = files.content(one.uploadId) ?? (user && (await readFile(user.id, one.uploadId)));
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
