/** Keeps the files of a queue in the draft of the form, and restores them with the draft. */
import { useContext, useEffect, useEffectEvent, useRef } from "react";
import { messageOf } from "../../../lib/http/problem.ts";
import { notify } from "../../../lib/notify.ts";
import { isQuotaProblem } from "../../../lib/offline/room.ts";
import { putFile, readFile } from "../../../lib/outbox/store.ts";
import { knownUser } from "../../../lib/user.ts";
import type { DraftFile } from "../../../records/common/slots.ts";
import { FormContext } from "../../../records/form/fields/form-context.ts";
import type { PhotoItem } from "./photo-item.ts";
import type { PhotoQueue } from "./photo-queue.ts";

/** @param part Name of the part of the form in which the user chooses the files. */
export function useQueueDraft(queue: PhotoQueue, part: string): void {
  const files = useContext(FormContext)?.files;
  const restored = files?.restored[part];
  const contents = useRef(new DraftContents()).current;
  const read = queue.photos.filter(({ facts }) => facts !== null);
  const listed = JSON.stringify(read.map(draftFileOf));
  const keep = useEffectEvent(() => {
    if (read.length === 0 && contents.isEmpty) return;
    files?.set(part, read.map(draftFileOf));
    contents.store(read);
  });
  // `listed` changes when a file was read, moved on the map or removed.
  useEffect(() => void (listed && keep()), [listed]);
  useEffect(() => {
    if (restored) void contents.load(restored).then((found) => queue.restore(found));
  }, [contents, queue, restored]);
}

const draftFileOf = ({ uploadId, file, place, outsideConfirmed }: PhotoItem): DraftFile => {
  const { name, type, lastModified } = file;
  return { uploadId, name, type, lastModified, place, outsideConfirmed };
};

/** Contents of the files in the browser's database. */
class DraftContents {
  private readonly stored = new Set<string>();
  private work = Promise.resolve();

  get isEmpty(): boolean {
    return this.stored.size === 0;
  }

  /** Stores the files that are not stored yet, one after the other, because each is encrypted in memory. */
  store(items: readonly PhotoItem[]): void {
    const fresh = items.filter(({ uploadId }) => !this.stored.has(uploadId));
    for (const { uploadId } of fresh) this.stored.add(uploadId);
    this.work = fresh.reduce((before, item) => before.then(() => storeOne(item)), this.work);
  }

  async load(listed: readonly DraftFile[]): Promise<(DraftFile & { file: File })[]> {
    const user = knownUser();
    const found = [];
    for (const one of listed) {
      const content = user && (await readFile(user.id, one.uploadId).catch(() => null));
      this.stored.add(one.uploadId);
      const { name, type, lastModified } = one;
      if (content) found.push({ ...one, file: new File([content.file], name, { type, lastModified }) });
      else notify({ tone: "error", message: `${name} is not in this browser any more. Choose it again.` });
    }
    return found;
  }
}

async function storeOne({ uploadId, file, facts }: PhotoItem): Promise<void> {
  const user = knownUser();
  try {
    if (user) await putFile(user.id, uploadId, { file, thumbnail: facts?.thumbnail ?? null });
  } catch (problem) {
    const reason = isQuotaProblem(problem) ? "This computer has no room for it." : messageOf(problem);
    notify({ tone: "error", message: `${file.name} is not part of the draft. ${reason}`, seconds: 20 });
  }
}
