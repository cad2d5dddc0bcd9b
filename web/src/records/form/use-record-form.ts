/** State of a record's form: values, validation, drafts, saving and conflicts with other users' saves. */
import { useCallback, useMemo } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { api, type Row } from "../../lib/http/api.ts";
import { invalidateRows } from "../../lib/http/query-client.ts";
import type { Entry } from "../../lib/outbox/entry.ts";
import type { RecordSlots } from "../common/slots.ts";
import type { DraftTarget } from "./drafts/drafts.ts";
import { useFormDraft } from "./drafts/use-form-draft.ts";
import type { FormProblem } from "./error-summary.tsx";
import { recomputed } from "./fields/computed-fields.ts";
import { changedNames, type FormValues, valuesOf } from "./fields/form-values.ts";
import { fieldsInOrder } from "./next/entry-order.ts";
import type { OnSaved } from "./save-form.ts";
import { compare } from "./saving/conflict.ts";
import { pick } from "./saving/resolver.ts";
import { type Entries, useEntries } from "./use-entries.ts";
import { useSaving } from "./use-saving.ts";

export interface FormEntry {
  /** The outbox entry that the form shows. */
  entry?: Entry | undefined;
  /** Id of the outbox entry of a new row, to which the form's drafts belong. Set even after the entry has been sent. */
  draftsOf?: string | undefined;
}

export function useRecordForm(
  record: AnyRecord,
  user: CurrentUser,
  row: Row | null,
  /**
   * For a new row: the source row from which it is entered ("path.id" like in the URL), and the values copied from the
   * source row.
   */
  origin: { from?: string | undefined; values?: FormValues | undefined },
  slots: RecordSlots | undefined,
  { entry, draftsOf }: FormEntry,
  onSaved: OnSaved,
) {
  const id = row?.id ?? null;
  const { from } = origin;
  const place = useMemo<DraftTarget>(() => ({ id, from, entry: draftsOf }), [id, from, draftsOf]);
  const entries = useEntries(record, user, row, origin.values, slots?.adjustProblems);
  const { form, base, baseValues, started, changed, rebase } = entries;
  const draft = useFormDraft(user, record, place, form, entry, () => {
    const values = form.getValues();
    // Compare with the outbox entry, not with the stored row. The draft then contains only changes made after the
    // entry, and can be restored before and after the entry is sent.
    const kept =
      entry?.work.kind === "row"
        ? { ...started(), ...recomputed(record, id === null, entry.work.values, entry.at) }
        : null;
    const unsaved = kept ? changedNames(kept, values) : changed();
    const row_version = base?.row_version ?? null;
    return { isChanged: unsaved.length > 0, base: kept ?? started(), values, row_version };
  });
  const { state, dispatch, save, answers, lastReason } = useSaving({
    ...{ record, user, from, entry },
    ...{ entries, draft, slots, onSaved },
  });
  const { saving, same, unusual, asked, conflict, attempt } = state;

  const answer = (yes: boolean) => {
    answers.current.agreed = yes ? asked?.fingerprint : undefined;
    dispatch({ type: "settled" });
    if (yes) void save();
  };
  /** Resolves a conflict: restarts the form from the current stored row and fills in the merged values. */
  const settle = (values: FormValues) => {
    if (!conflict) return;
    rebase(conflict.stored, values);
    dispatch({ type: "settled" });
  };
  return {
    ...{ form, base, baseValues, draft, saving, same, unusual, asked, conflict, attempt },
    ...{ answer, settle, save: () => save() },
    // Read `isSubmitted` in every render, because React Hook Form re-renders only for state that the component reads.
    isSubmitted: form.formState.isSubmitted,
    complaints: complaintsOf(record, entries, state),
    isUpdate: base !== null,
    saveAnyway: () => void save({ anyway: true }),
    reason: lastReason.current,
    saveWithReason: (reason: string) => void save({ reason }),
    follow: useReload(record, id, entries),
  };
}

/**
 * Reloads the stored row after a change outside the form, such as an attached file. Keeps the user's unsaved values.
 * Leaves the form as it is if another user changed a field that this user has edited; the next save then reports the
 * conflict.
 */
function useReload(record: AnyRecord, id: number | null, { form, started, changed, rebase }: Entries) {
  return useCallback(async () => {
    if (id === null) return;
    const { data } = await api.list(record.path, { id, page: 1, page_size: 1 });
    const [stored] = data;
    const mine = form.getValues();
    if (!stored || compare(started(), valuesOf(record, stored), mine).contested.length > 0) return;
    rebase(stored, pick(mine, changed()) as FormValues);
    void invalidateRows(record);
  }, [id, record, form, started, changed, rebase]);
}

function complaintsOf(
  record: AnyRecord,
  { form }: Entries,
  { general, attempt }: { general: string | null; attempt: number },
): FormProblem[] {
  const { errors } = form.formState;
  const own = fieldsInOrder(record).map(({ name }) => name);
  const ofFields = [...new Set([...own, ...Object.keys(errors)])].flatMap((name) => {
    const message = errors[name]?.message;
    return message ? [{ field: name, message }] : [];
  });
  return [...(general ? [{ message: general }] : []), ...(attempt > 0 ? ofFields : [])];
}
