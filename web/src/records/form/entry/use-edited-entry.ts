/** The entry of the outbox that a form shows. While the form is open, the entry is not sent. */
import { useEffect, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { type Entry, isUnsent } from "../../../lib/outbox/entry.ts";
import { holdEntry } from "../../../lib/outbox/sender.ts";
import { useOutbox } from "../../../lib/outbox/use-outbox.ts";

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
  const entries = useOutbox(user.id);
  const [opened, setOpened] = useState<{ entry: Entry | undefined } | null>(null);
  if (entries && !opened) {
    const isShown = (entry: Entry) =>
      entry.id === entryId ||
      (id !== null && entry.path === path && entry.work.kind === "row" && entry.work.base?.id === id);
    setOpened({ entry: entries.find((entry) => isUnsent(entry) && isShown(entry)) });
  }
  const entry = opened?.entry;
  useEffect(() => (entry ? holdEntry(entry) : undefined), [entry]);
  return { entry, isRead: opened !== null };
}
