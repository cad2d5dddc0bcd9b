/** Removes drafts whose rows already wait in the outbox or are stored. A crash can leave such drafts behind. */
import type { CurrentUser } from "../../lib/current-user.ts";
import { readEntries } from "../../lib/outbox/store.ts";
import { type DraftRecord, draftsOfScreen } from "../../records/form/drafts.ts";
import { writeDraft } from "../../records/form/write-draft.ts";

/**
 * Removes the drafts whose rows are already in the outbox. The browser removes a draft from its storage some seconds
 * after the entry is stored, so a crash can leave the draft behind.
 */
export async function removeKeptDrafts(user: CurrentUser, records: readonly DraftRecord[]): Promise<void> {
  const kept = new Set((await readEntries(user.id)).map(({ id }) => id));
  for (const record of records)
    for (const { draftId, draft, ...place } of draftsOfScreen(user, record))
      if (kept.has(draft.saveId ?? draftId)) writeDraft(user, record, place, draftId, null);
}
