/** Ends an outbox entry after the form has saved its row, or after the user has undone all changes in the form. */
import type { Row } from "../http/api.ts";
import { isQuotaProblem } from "../offline/room.ts";
import type { Entry } from "./entry.ts";
import { entryFlow, isLaterChange } from "./flow.ts";
import { hasSameContent } from "./same-content.ts";
import { changeEntry, readEntries, removeEntries } from "./store.ts";

/** Marks an entry as stored. */
const settleEntry = ({ userId, id }: Entry, rowId: number | null): Promise<Entry | null> =>
  changeEntry(userId, id, (entry) => entryFlow(entry, { type: "stored", rowId }));

/**
 * Marks an entry as stored after its form has saved the row.
 * @param base The row that the form has changed; null for a new row.
 * @param stored The row as the server returned it; undefined if the server returned no row.
 */
export async function settleSaved(entry: Entry, base: Row | null, stored: Row | undefined): Promise<void> {
  await renewLaterChanges(base ? entryFlow(entry, { type: "exists", row: base }) : entry, stored);
  await settleEntry(entry, stored?.id ?? null);
}

/**
 * Gives the version of a saved row to later entries that change this row, so that they don't conflict with the user's
 * own save. Does nothing if another user has saved the row meanwhile (the version is then greater by more than 1), or
 * if the browser's storage is full.
 * @param entry The saved entry as it was sent.
 */
export async function renewLaterChanges(entry: Entry, stored: Row | undefined): Promise<void> {
  const { userId, work } = entry;
  const base = work.kind === "row" && work.base;
  if (!base || stored?.row_version !== base.row_version + 1) return;
  for (const later of await readEntries(userId)) {
    if (later.state !== "waiting" || !isLaterChange(later, entry)) continue;
    const renew = ({ work: own, ...one }: Entry): Entry =>
      own.kind === "row" && own.base && !own.tried && hasSameContent(own.base, base)
        ? entryFlow({ ...one, work: own }, { type: "exists", row: { ...own.base, ...stored } })
        : { ...one, work: own };
    await changeEntry(userId, later.id, renew).catch((problem: unknown) => {
      if (!isQuotaProblem(problem)) throw problem;
    });
  }
}

/**
 * Removes an entry whose changes the user has undone in the form. An entry with a local id is only marked as stored,
 * because other entries may refer to its row.
 */
export const dropEntry = async (entry: Entry, rowId: number): Promise<unknown> =>
  entry.localId === null ? removeEntries([entry.id]) : settleEntry(entry, rowId);
