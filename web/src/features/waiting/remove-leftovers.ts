/**
 * Removes drafts whose rows are in the outbox, files that belong to no draft and no entry of the outbox, and old sent
 * entries.
 */
import type { CurrentUser } from "../../lib/current-user.ts";
import { type Entry, isLocalId } from "../../lib/outbox/entry.ts";
import { oldSent, type ReferredIds } from "../../lib/outbox/flow.ts";
import { keepFile } from "../../lib/outbox/keep-file.ts";
import { readEntries, removeEntries, removeLostFiles, storedFiles } from "../../lib/outbox/store.ts";
import { offlineKey } from "../../lib/secrets/offline-key.ts";
import {
  type Draft,
  type DraftRecord,
  draftsOfScreen,
  filesOf,
  type StoredDraft,
} from "../../records/form/drafts/drafts.ts";
import { writeDraft } from "../../records/form/drafts/write-draft.ts";
import { keptFiles } from "../../records/form/fields/kept-files.ts";

/**
 * Removes drafts whose row is already in the outbox, and moves their files to the outbox. Such drafts remain if the
 * browser crashes shortly after a save. Then removes files that belong to no draft and no entry. Only this cleanup
 * removes the files of discarded drafts, so that Undo can restore a draft. At the end, removes sent entries to which
 * nothing refers after some days.
 */
export async function removeLeftovers(user: CurrentUser, records: readonly DraftRecord[]): Promise<void> {
  const entries = await readEntries(user.id);
  for (const record of records)
    for (const { draftId, draft, ...place } of draftsOfScreen(user, record)) {
      const entry = entries.find(({ id }) => id === (draft.saveId ?? draftId));
      if (!entry) continue;
      await keepFilesOf(draft, entry, entries);
      writeDraft(user, record, place, draftId, null);
    }
  // Stop here without the user's key. The drafts can't be decrypted then, and all their files would be removed.
  if (offlineKey()?.userId !== user.id) return;
  const drafts = records.flatMap((record) => draftsOfScreen(user, record));
  const uploads = drafts.flatMap(({ draft }) => filesOf(draft).map(({ uploadId }) => uploadId));
  await removeLostFiles(user.id, new Set(uploads));
  const old = oldSent(await readEntries(user.id), referredIn(drafts), Date.now());
  await removeEntries(old.map(({ id }) => id));
}

/** Returns the ids of the outbox entries to which drafts belong, and the local ids of rows that drafts name. */
export const referredIn = (drafts: readonly StoredDraft[]): ReferredIds =>
  new Set(
    drafts.flatMap(({ entry, draft }) => [
      ...(entry ? [entry] : []),
      ...Object.values(draft.values).map(Number).filter(isLocalId),
    ]),
  );

/** Puts the stored files of a draft into the outbox, unless the outbox already has them. */
async function keepFilesOf({ files = {} }: Draft, row: Entry, entries: readonly Entry[]): Promise<void> {
  const id = row.rowId ?? row.localId;
  if (id === null) return;
  const stored = await storedFiles(row.userId);
  const left = keptFiles(files, id, () => undefined).filter(
    ({ uploadId }) => stored.has(uploadId) && !entries.some((entry) => entry.id === uploadId),
  );
  for (const file of left) await keepFile(row.userId, file);
}
