/**
 * Loads the outbox entry that a form shows. The entry is not sent while the form is open. If the entry is being sent
 * when the form opens, the form waits for the outcome. The form of a sent entry gets the id of the stored row.
 */
import { useEffect, useEffectEvent, useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { changesRow, type Entry, isUnsent } from "../../../lib/outbox/entry.ts";

/** Outbox entry or stored row that the form shows. Doesn't change while the form is open. */
interface Opened {
  entry: Entry | undefined;
  /** Id of the stored row that the form shows; null for a new row. */
  rowId: number | null;
}

/**
 * Returns the outbox entry that the form shows: the entry with the id `entryId`, or the entry that changes the stored
 * row `id`. Returns the id of the stored row if the entry `entryId` has been sent. `waiting` is a sentence for the user
 * if the entry doesn't open soon.
 * @param id Id of the stored row in the URL; null for a new row.
 */
export function useEditedEntry(
  { path }: AnyRecord,
  user: CurrentUser,
  id: number | null,
  entryId: string | undefined,
): Opened & { isRead: boolean; waiting: string | null } {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [waiting, setWaiting] = useState<string | null>(null);
  const isShown = useEffectEvent(
    (entry: Entry): boolean =>
      isUnsent(entry) && (entry.id === entryId || (id !== null && changesRow(entry, { path, id }))),
  );
  const open = useEffectEvent(async (show: (opened: Opened) => void) => {
    const { openEntry, sentRow } = await import("../../../lib/outbox/open-entry.ts");
    const showFound = async (entry: Entry | undefined) => {
      const isGone = id === null && entryId !== undefined && !entry;
      const sent = isGone ? await sentRow(user.id, entryId).catch(() => null) : null;
      show({ entry, rowId: id ?? changedRow(entry) ?? sent });
    };
    return openEntry(
      user.id,
      (entry) => isShown(entry),
      (entry) => void showFound(entry),
      setWaiting,
    );
  });
  useEffect(() => {
    let isOpen = true;
    let release: (() => void) | undefined;
    const show = (found: Opened) => isOpen && setOpened(found);
    open(show).then(
      (end) => {
        if (isOpen) release = end;
        else end();
      },
      // If the outbox can't be read, the form shows the stored row.
      () => show({ entry: undefined, rowId: id }),
    );
    return () => {
      isOpen = false;
      release?.();
    };
  }, [id]);
  return { entry: opened?.entry, rowId: opened?.rowId ?? id, isRead: opened !== null, waiting };
}

/** Returns the id of the stored row that an entry changes; undefined for an entry of a new row. */
const changedRow = (entry: Entry | undefined): number | undefined =>
  entry?.work.kind === "row" ? entry.work.base?.id : undefined;
