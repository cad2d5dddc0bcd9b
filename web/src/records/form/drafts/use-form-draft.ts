/**
 * Stores the draft of an open form while the user types. The draft also contains the last save request, if it got no
 * response. The form offers the drafts that existed when the form opened, and the user chooses one to restore.
 */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { useStableCallback } from "../../../lib/hooks/use-stable-callback.ts";
import { notify } from "../../../lib/notify.ts";
import type { Attempt, Entry } from "../../../lib/outbox/entry.ts";
import { offlineKeyEvent } from "../../../lib/secrets/remove-key.ts";
import { newImportId } from "../../common/import-id.ts";
import { recomputed } from "../fields/computed-fields.ts";
import { useFormFiles } from "../fields/form-files.ts";
import { changedNames, type FormValues } from "../fields/form-values.ts";
import {
  type Draft,
  type DraftTarget,
  draftIdsOf,
  readDrafts,
  type StoredDraft,
  takeSelectedDraft,
  useDraftsNamed,
} from "./drafts.ts";
import { discardDraft, writeDraft } from "./write-draft.ts";

/** Delay in milliseconds from the last change to storing the draft. */
const draftDelay = 400;

/** Returns the current form values, and whether the user has changed any value since the form opened. */
type Entered = () => Pick<Draft, "base" | "values" | "row_version"> & { isChanged: boolean };

export function useFormDraft(
  user: CurrentUser,
  record: AnyRecord,
  place: DraftTarget,
  form: UseFormReturn<FormValues>,
  /** The outbox entry that the form shows, if any. */
  entry: Entry | undefined,
  entered: Entered,
) {
  const [waiting, setWaiting] = useState(() => draftIdsOf(user, record, place));
  const offered = useDraftsNamed(user, record, place, waiting);
  const { own, restored, typed, ...draftOfForm } = useOwnDraft(user, record, place, form, entered);
  const { sent, keep, files } = draftOfForm;

  /**
   * Fills the form from a draft. Stores values that the user typed before as a separate draft, and offers this draft.
   */
  const restore = ({ draftId, draft }: StoredDraft) => {
    if (files.isSaving) {
      notify({ tone: "info", message: "The record is being saved. Restore the entries after the save." });
      return;
    }
    const before = typed();
    if (keep()) setWaiting([...waiting, own.current]);
    own.current = newImportId();
    if (before) form.reset(before.base);
    const start = place.id === null && !entry ? form.getValues() : draft.base;
    fillForm(form, record, start, recomputed(record, place.id === null, draft.values, draft.at));
    files.restore(draft.files);
    sent.current = draft.sent ?? null;
    restored.current = draft.saveId ?? draftId;
    writeDraft(user, record, place, own.current, typed());
    // Remove the original, because this form now stores the restored draft under its own id. If another tab is editing
    // the original, that tab stores it again at the next edit.
    writeDraft(user, record, place, draftId, null);
  };
  useFirstEntries(user, record, place, (stored) => {
    if (entry?.work.kind === "row") {
      const { base, start, values } = entry.work;
      fillForm(form, record, base ? start : form.getValues(), recomputed(record, !base, values, entry.at));
      sent.current = entry.work.tried;
    }
    if (stored) restore(stored);
  });

  const discard = (stored: StoredDraft) => discardDraft(user, record, stored);
  return { ...draftOfForm, offered, restore, discard };
}

/** Stores what the user types as the draft of this form, and removes the draft after a save. */
function useOwnDraft(
  user: CurrentUser,
  record: AnyRecord,
  place: DraftTarget,
  form: UseFormReturn<FormValues>,
  entered: Entered,
) {
  const sent = useRef<Attempt | null>(null);
  const { own, restored, saveId, renewSaveId } = useDraftIds();
  const finished = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const files = useFormFiles(user.id, () => keep());

  /** Returns the draft to store; null if the user has changed nothing. */
  const typed = (): Draft | null => {
    const { isChanged, ...now } = entered();
    const chosen = files.current();
    if (!isChanged && !chosen) return null;
    return { ...now, files: chosen, saveId: restored.current, sent: sent.current, at: Date.now() };
  };
  /** Stores the draft immediately. Returns whether the form has unsaved values. */
  const keep = useStableCallback((): boolean => {
    clearTimeout(timer.current);
    // After a successful save, don't store the saved values as a draft.
    if (finished.current) return false;
    const draft = typed();
    writeDraft(user, record, place, own.current, draft);
    files.store();
    return draft !== null;
  });
  useStoreWhileTyping(form, timer, keep);

  return {
    ...{ own, restored, typed, sent, keep, saveId, renewSaveId, files },
    /** Discards the unsaved values of this form and offers Undo. */
    drop: () => {
      finished.current = true;
      const draft = typed();
      if (draft) discardDraft(user, record, { ...place, draftId: own.current, draft });
    },
    /** Removes the draft of this form after a successful save. Other drafts of the form stay. */
    finish: () => {
      finished.current = true;
      clearTimeout(timer.current);
      writeDraft(user, record, place, own.current, null);
    },
  };
}

/** Returns the id of the form's draft, and the id by which the server recognizes a repeated save (`Draft.saveId`). */
function useDraftIds() {
  const own = useRef("");
  if (own.current === "") own.current = newImportId();
  /** Save id of a restored draft (`Draft.saveId`); undefined if no draft was restored. */
  const restored = useRef<string>(undefined);
  return {
    ...{ own, restored },
    saveId: () => restored.current ?? own.current,
    /** Gives the next save a new id, because the server has already stored other values under the current id. */
    renewSaveId: () => {
      restored.current = newImportId();
    },
  };
}

/** Calls `fill` when the form first shows a row. Passes the draft that the user chose in a list, or undefined. */
function useFirstEntries(
  user: CurrentUser,
  record: AnyRecord,
  place: DraftTarget,
  fill: (chosen: StoredDraft | undefined) => void,
): void {
  const onRow = useEffectEvent(fill);
  useEffect(() => {
    const chosen = takeSelectedDraft(user, record, place);
    onRow(readDrafts(user, record, place).find((one) => one.draftId === chosen));
  }, [user, record, place]);
}

/**
 * Sets each value that differs from `base` as an unsaved edit of the form. `base` has the values before the edits. For a
 * new row, `base` has the present values of the form. The form then gets all values, because the user's office and other
 * defaults may have changed since the values were stored.
 */
function fillForm(
  form: UseFormReturn<FormValues>,
  record: AnyRecord,
  base: FormValues,
  values: FormValues,
): void {
  for (const name of changedNames(base, values)) {
    if (record.fields.some((field) => field.name === name))
      form.setValue(name, values[name] ?? null, { shouldDirty: true });
  }
}

/**
 * Calls `store` shortly after the last change, when the page or form closes, and when the user's offline key becomes
 * available. Without this key, a draft can't be stored.
 */
function useStoreWhileTyping(
  form: UseFormReturn<FormValues>,
  timer: RefObject<ReturnType<typeof setTimeout> | undefined>,
  store: () => unknown,
): void {
  const onStore = useEffectEvent(store);
  useEffect(() => {
    const storeNow = () => onStore();
    const subscription = form.watch(() => {
      clearTimeout(timer.current);
      timer.current = setTimeout(storeNow, draftDelay);
    });
    window.addEventListener("pagehide", storeNow);
    window.addEventListener(offlineKeyEvent, storeNow);
    return () => {
      storeNow();
      clearTimeout(timer.current);
      subscription.unsubscribe();
      window.removeEventListener("pagehide", storeNow);
      window.removeEventListener(offlineKeyEvent, storeNow);
    };
  }, [form, timer]);
}
