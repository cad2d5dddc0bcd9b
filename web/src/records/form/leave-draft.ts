/** Writing drafts: with all fields for the session, in this tab; without the sensitive ones for longer. */
import type { CurrentUser } from "../../lib/current-user.ts";
import { keepForSession } from "../../lib/http/session.ts";
import { changedEvent, type Draft, type DraftPlace, keyOf, type Listed, readDraft } from "./drafts.ts";
import { changedNames, type FormValues } from "./fields/form-values.ts";

/** Throws away the newest draft of a form; one that was kept beside it is the newest then. */
export const dropDraft = (user: CurrentUser, record: Listed, place: DraftPlace): void =>
  leaveDraft(user, record, place, readDraft(user, record, place)?.earlier ?? null);

/** Leaves exactly this draft for a form, or none. */
export function leaveDraft(user: CurrentUser, record: Listed, place: DraftPlace, draft: Draft | null): void {
  const key = keyOf(user, record, place);
  const sensitive = new Set(record.fields.filter((field) => field.sensitive).map(({ name }) => name));
  if (sensitive.size > 0) keepForSession(key, draft && JSON.stringify(draft));
  if (draft)
    localStorage.setItem(
      key,
      JSON.stringify(sensitive.size > 0 ? withoutSensitive(draft, sensitive) : draft),
    );
  else localStorage.removeItem(key);
  window.dispatchEvent(new Event(changedEvent));
}

/** The draft as it may outlive the session. A save on its way is forgotten with it: it would tell what was sent. */
function withoutSensitive(draft: Draft, sensitive: ReadonlySet<string>): Draft {
  const rest = (values: FormValues): FormValues =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !sensitive.has(name)));
  const { values, base, earlier, sent: _, ...others } = draft;
  return {
    ...others,
    values: rest(values),
    base: rest(base),
    withheld: draft.withheld || changedNames(base, values).some((name) => sensitive.has(name)),
    earlier: earlier && withoutSensitive(earlier, sensitive),
  };
}
