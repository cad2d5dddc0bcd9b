/** The draft of a record's form, with the number of a save whose answer never came. */
import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { useDraft } from "../../lib/use-draft.ts";
import { type Draft, type DraftPlace, readDraft, wasTakenUp } from "./drafts.ts";
import { changedNames, type FormValues } from "./fields/form-values.ts";
import { leaveDraft } from "./leave-draft.ts";
import type { SentSave } from "./saving/row-save.ts";

export function useFormDraft(
  user: CurrentUser,
  record: AnyRecord,
  place: DraftPlace,
  form: UseFormReturn<FormValues>,
  /** What is typed so far; null while nothing differs from what the form started with. */
  entered: () => Pick<Draft, "base" | "values" | "row_version"> | null,
) {
  const sent = useRef<SentSave>(undefined);
  /** What was restored had sensitive fields, which are not kept beyond the session. */
  const [withheld, setWithheld] = useState(false);
  const { offered, keep, keepSoon, restore, discard, finish } = useDraft<Draft>({
    read: () => readDraft(user, record, place),
    leave: (draft) => leaveDraft(user, record, place, draft),
    typed: () => {
      const typed = entered();
      return typed && { ...typed, sent: sent.current, at: Date.now(), ...(withheld ? { withheld } : {}) };
    },
    put: (draft, typed) => {
      if (typed) form.reset(typed.base);
      for (const name of changedNames(draft.base, draft.values)) {
        if (record.fields.some((field) => field.name === name)) {
          form.setValue(name, draft.values[name] ?? null, { shouldDirty: true });
        }
      }
      sent.current = draft.sent;
      setWithheld(draft.withheld ?? false);
    },
  });
  useEffect(() => {
    const subscription = form.watch(keepSoon);
    return () => subscription.unsubscribe();
  }, [form, keepSoon]);

  const restoring = useRef(restore);
  restoring.current = restore;
  useEffect(() => {
    if (wasTakenUp(user, record, place)) restoring.current();
  }, [user, record, place]);

  return { offered, withheld, sent, keep, restore, discard, finish };
}
