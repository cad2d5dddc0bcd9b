/**
 * The entry of the outbox that a form shows. While the form is open, the entry is not sent. A form of an entry that is
 * being sent opens afterwards.
 */
import { useEffect, useEffectEvent, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { type Entry, isUnsent } from "../../../lib/outbox/entry.ts";
import { holdEntry } from "../../../lib/outbox/sender.ts";
import { readEntries } from "../../../lib/outbox/store.ts";

/**
 * Returns the entry with the given id, or else the entry that changes the same stored row. The returned entry stays as
 * it was when the form opened.
 * @param id Id of the stored row; null for a new row.
 */
export function useEditedEntry(
  { path }: AnyRecord,
  user: CurrentUser,
  id: number | null,
  entryId: string | undefined,
): { entry: Entry | undefined; isRead: boolean } {
  const [opened, setOpened] = useState<{ entry: Entry | undefined } | null>(null);
  const find = useEffectEvent(async () => {
    const isShown = (entry: Entry) =>
      entry.id === entryId ||
      (id !== null && entry.path === path && entry.work.kind === "row" && entry.work.base?.id === id);
    const entries = await readEntries(user.id).catch(() => []);
    return entries.find((entry) => isUnsent(entry) && isShown(entry));
  });
  useEffect(() => {
    let isOpen = true;
    let release: () => void = () => undefined;
    const show = (entry: Entry | undefined) => isOpen && setOpened({ entry });
    void find().then((entry) => {
      if (!entry) return show(undefined);
      if (isOpen) release = holdEntry(entry, () => void find().then(show));
    });
    return () => {
      isOpen = false;
      release();
    };
  }, []);
  return { entry: opened?.entry, isRead: opened !== null };
}
