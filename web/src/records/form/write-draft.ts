/**
 * Writes drafts. All fields are stored in this tab for the current session. All fields except sensitive fields are also
 * stored in local storage.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { storeForSession } from "../../lib/http/session.ts";
import { notifyWithUndo } from "../../lib/notify.ts";
import {
  type Draft,
  type DraftRecord,
  type DraftTarget,
  draftKey,
  notifyDraftsChanged,
  type StoredDraft,
} from "./drafts.ts";
import { changedNames, type FormValues } from "./fields/form-values.ts";

/** Stores a draft under its id, or removes the stored draft if `draft` is null. */
export function writeDraft(
  user: CurrentUser,
  record: DraftRecord,
  place: DraftTarget,
  draftId: string,
  draft: Draft | null,
): void {
  const key = draftKey(user, record, place, draftId);
  const sensitive = new Set(record.fields.filter((field) => field.sensitive).map(({ name }) => name));
  if (sensitive.size > 0) storeForSession(key, draft && JSON.stringify(draft));
  if (draft)
    localStorage.setItem(
      key,
      JSON.stringify(sensitive.size > 0 ? withoutSensitive(draft, sensitive) : draft),
    );
  else localStorage.removeItem(key);
  notifyDraftsChanged();
}

/** Removes a draft and shows a notice with Undo. */
export function discardDraft(
  user: CurrentUser,
  record: Pick<AnyRecord, "route" | "fields" | "noun">,
  { draftId, draft, ...place }: StoredDraft,
): void {
  writeDraft(user, record, place, draftId, null);
  const message = `The draft of ${place.id === null ? "a new" : "this"} ${record.noun.one} was discarded.`;
  notifyWithUndo({ tone: "info", message }, async () => {
    writeDraft(user, record, place, draftId, draft);
    return undefined;
  });
}

/**
 * Returns the draft without sensitive fields. The pending save request is dropped too, because its body contains the
 * sensitive fields.
 */
function withoutSensitive(draft: Draft, sensitive: ReadonlySet<string>): Draft {
  const rest = (values: FormValues): FormValues =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !sensitive.has(name)));
  const { values, base, sent: _, ...others } = draft;
  return {
    ...others,
    values: rest(values),
    base: rest(base),
    withheld: draft.withheld || changedNames(base, values).some((name) => sensitive.has(name)),
  };
}
