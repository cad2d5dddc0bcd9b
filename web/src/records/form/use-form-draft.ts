/**
 * The draft of a form: entries are kept while they are typed. A draft that an earlier visit left is offered; as long as
 * it waits for an answer, what is typed is kept beside it, so that neither is lost.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { AnyRecord } from "../../../../edge-functions/_shared/records/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import {
  type Draft,
  type DraftPlace,
  keepDraft,
  leaveDraft,
  readDraft,
  type SentSave,
  wasTakenUp,
} from "../drafts.ts";
import { changedNames, type FormValues } from "./form-values.ts";

const draftDelay = 400;

export function useFormDraft(
  user: CurrentUser,
  record: AnyRecord,
  place: DraftPlace,
  form: UseFormReturn<FormValues>,
  /** What is typed so far; null while nothing differs from what the form started with. */
  entered: () => Pick<Draft, "base" | "values" | "row_version"> | null,
) {
  const [offered, setOffered] = useState(() => readDraft(user, record, place));
  const sent = useRef<SentSave | undefined>(offered?.sent);
  const finished = useRef(false);
  const latest = useRef(entered);
  latest.current = entered;

  const keepBeside = useCallback(
    (waiting: Draft | null): boolean => {
      const typed = latest.current();
      if (typed) {
        const earlier = waiting ?? undefined;
        keepDraft(user, record, place, { ...typed, sent: sent.current, earlier });
      } else leaveDraft(user, record, place, waiting);
      return typed !== null;
    },
    [user, record, place],
  );

  /** Keeps at once what is typed; tells whether there is anything. */
  const keep = useCallback(() => keepBeside(offered), [keepBeside, offered]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const subscription = form.watch(() => {
      clearTimeout(timer);
      // Entries of the last moment before a save are no draft once they are saved.
      timer = setTimeout(() => !finished.current && keep(), draftDelay);
    });
    return () => {
      subscription.unsubscribe();
      clearTimeout(timer);
    };
  }, [form, keep]);

  const settle = (rest: Draft | null) => {
    keepBeside(rest);
    setOffered(rest);
  };

  /** Goes on with the offered entries. What was typed meanwhile is offered next, then a draft older than them. */
  const restore = () => {
    if (!offered) return;
    const typed = latest.current();
    const earlier = offered.earlier;
    const rest = typed ? { ...typed, at: Date.now(), earlier } : (earlier ?? null);
    if (typed) form.reset(typed.base);
    for (const name of changedNames(offered.base, offered.values)) {
      if (record.fields.some((field) => field.name === name)) {
        form.setValue(name, offered.values[name] ?? null, { shouldDirty: true });
      }
    }
    sent.current = offered.sent;
    settle(rest);
  };
  const restoring = useRef(restore);
  restoring.current = restore;
  useEffect(() => {
    if (wasTakenUp(user, record, place)) restoring.current();
  }, [user, record, place]);

  const discard = () => {
    sent.current = undefined;
    settle(offered?.earlier ?? null);
  };

  /** What was typed is saved; drafts that wait for an answer go on waiting. */
  const finish = () => {
    finished.current = true;
    leaveDraft(user, record, place, offered);
  };

  return { offered, sent, keep, restore, discard, finish };
}
