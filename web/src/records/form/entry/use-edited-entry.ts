/**
 * The entry of the outbox that a form shows. While the form is open, the entry is not sent. If the entry is being sent
 * when the user opens the form, the form waits for the outcome.
 */
import { useEffect, useEffectEvent, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { type Entry, isUnsent } from "../../../lib/outbox/entry.ts";

/**
 * Returns the entry of the outbox that the form shows: the entry with the id `entryId`, or the entry that changes the
 * given stored row. The returned entry stays as it was when the form opened.
 * @param id Id of the stored row; null for a new row.
 */
export function useEditedEntry(
  { path }: AnyRecord,
  user: CurrentUser,
  id: number | null,
  entryId: string | undefined,
): { entry: Entry | undefined; isRead: boolean } {
  const [opened, setOpened] = useState<{ entry: Entry | undefined } | null>(null);
  const isShown = useEffectEvent(
    (entry: Entry): boolean =>
      isUnsent(entry) &&
      (entry.id === entryId ||
        (id !== null && entry.path === path && entry.work.kind === "row" && entry.work.base?.id === id)),
  );
  const open = useEffectEvent(async (show: (entry: Entry | undefined) => void) => {
    const { openEntry } = await import("../../../lib/outbox/open-entry.ts");
    return openEntry(user.id, (entry) => isShown(entry), show);
  });
  useEffect(() => {
    let isOpen = true;
    let release: (() => void) | undefined;
    const show = (entry: Entry | undefined) => isOpen && setOpened({ entry });
    open(show).then(
      (end) => {
        if (isOpen) release = end;
        else end();
      },
      // If the outbox can't be read, the form shows the stored row.
      () => show(undefined),
    );
    return () => {
      isOpen = false;
      release?.();
    };
  }, []);
  return { entry: opened?.entry, isRead: opened !== null };
}
