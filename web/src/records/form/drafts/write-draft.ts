/** Writes drafts, encrypted with the user's offline key. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { notifyWithUndo } from "../../../lib/notify.ts";
import { NoOfflineKey, sealText } from "../../../lib/offline/seal.ts";
import {
  type Draft,
  type DraftRecord,
  type DraftTarget,
  draftKey,
  notifyDraftsChanged,
  type StoredDraft,
} from "./drafts.ts";

/**
 * Stores a draft under its id, or removes the stored draft if `draft` is null. Stores nothing without the user's
 * offline key or when the browser's storage is full.
 */
export function writeDraft(
  user: CurrentUser,
  record: DraftRecord,
  place: DraftTarget,
  draftId: string,
  draft: Draft | null,
): void {
  const key = draftKey(user, record, place, draftId);
  try {
    if (draft) localStorage.setItem(key, sealText(user.id, draft));
    else localStorage.removeItem(key);
  } catch (problem) {
    if (!(problem instanceof NoOfflineKey)) console.error("The draft could not be stored.", problem);
  }
  notifyDraftsChanged();
}

/** Removes a draft and shows a notice with Undo. */
export function discardDraft(
  user: CurrentUser,
  record: Pick<AnyRecord, "route" | "noun">,
  { draftId, draft, ...place }: StoredDraft,
): void {
  writeDraft(user, record, place, draftId, null);
  const message = `The draft of ${place.id === null ? "a new" : "this"} ${record.noun.one} was discarded.`;
  notifyWithUndo({ tone: "info", message }, async () => {
    writeDraft(user, record, place, draftId, draft);
    return undefined;
  });
}
