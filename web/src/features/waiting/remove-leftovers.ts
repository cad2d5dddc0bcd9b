/** Removes what a crash or a discarded draft has left in the browser: drafts and files that nothing needs any more. */
import type { CurrentUser } from "../../lib/current-user.ts";
import { readEntries, removeLostFiles } from "../../lib/outbox/store.ts";
import { offlineKey } from "../../lib/secrets/offline-key.ts";
import { type DraftRecord, draftsOfScreen } from "../../records/form/drafts/drafts.ts";
import { writeDraft } from "../../records/form/drafts/write-draft.ts";

/**
 * Removes the drafts whose rows are already in the outbox, and then the files that belong to no entry and to no draft.
 * The browser removes a draft from its storage some seconds after the entry is stored, so a crash can leave the draft
 * behind. A discarded draft leaves its files, so that Undo restores the draft with them.
 */
export async function removeLeftovers(user: CurrentUser, records: readonly DraftRecord[]): Promise<void> {
  const kept = new Set((await readEntries(user.id)).map(({ id }) => id));
  const needed = new Set<string>();
  for (const record of records)
    for (const { draftId, draft, ...place } of draftsOfScreen(user, record))
      if (kept.has(draft.saveId ?? draftId)) writeDraft(user, record, place, draftId, null);
      else for (const { uploadId } of Object.values(draft.files ?? {}).flat()) needed.add(uploadId);
  // Without the user's key, the drafts can't be read.
  if (offlineKey()?.userId === user.id) await removeLostFiles(user.id, needed);
}
