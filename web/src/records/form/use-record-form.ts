/** The state of a record's form: entries, judging, drafts, saving, and what to do when somebody else saved first. */
import { useCallback, useMemo } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../lib/current-user.ts";
import { api, type Row } from "../../lib/http/api.ts";
import type { RecordSlots } from "../common/slots.ts";
import { rowsChanged } from "../common/use-records.ts";
import type { DraftPlace } from "./drafts.ts";
import type { Complaint } from "./error-summary.tsx";
import { type FormValues, valuesOf } from "./fields/form-values.ts";
import { compare } from "./saving/conflict.ts";
import { pick } from "./saving/resolver.ts";
import { type Entries, useEntries } from "./use-entries.ts";
import { useFormDraft } from "./use-form-draft.ts";
import { type Saved, useSaving } from "./use-saving.ts";

export function useRecordForm(
  record: AnyRecord,
  user: CurrentUser,
  row: Row | null,
  /** The row that a new one is entered from: its name in the address, and what is taken over. */
  origin: { from?: string | undefined; values?: FormValues | undefined },
  slots: RecordSlots | undefined,
  onSaved: Saved,
) {
  const id = row?.id ?? null;
  const { from } = origin;
  const place = useMemo<DraftPlace>(() => ({ id, from }), [id, from]);
  const entries = useEntries(record, user, row, origin.values, slots?.judge);
  const { form, base, baseValues, started, changed, goOn } = entries;
  const draft = useFormDraft(user, record, place, form, () =>
    changed().length === 0
      ? null
      : { base: started.current, values: form.getValues(), row_version: base?.row_version ?? null },
  );
  const { state, tell, save, answers, lastReason } = useSaving(record, entries, draft, slots, onSaved);
  const { saving, same, unusual, asked, conflict, waiting, attempt } = state;

  const answer = (yes: boolean) => {
    answers.current.agreed = yes ? asked?.fingerprint : undefined;
    tell({ type: "settled" });
    if (yes) void save();
  };
  /** Goes on from the row as it is stored now, with the merged values in the form. */
  const settle = (values: FormValues) => {
    if (!conflict) return;
    goOn(conflict.stored, values);
    tell({ type: "settled" });
  };
  return {
    ...{ form, base, baseValues, draft, saving, same, unusual, asked, conflict, waiting, attempt },
    ...{ answer, settle, save: () => save() },
    // Read in every render: the form library only tells of changes that somebody reads.
    isSubmitted: form.formState.isSubmitted,
    complaints: complaintsOf(record, entries, state),
    isUpdate: base !== null,
    saveAnyway: () => void save({ anyway: true }),
    reason: lastReason.current,
    saveWithReason: (reason: string) => void save({ reason }),
    follow: useFollow(record, id, entries),
  };
}

/**
 * Goes on from the row as it is stored by now, when something beside the form has changed it; entries stay. Where
 * somebody else has changed what is entered here nothing is done, and saving tells of it.
 */
function useFollow(record: AnyRecord, id: number | null, { form, started, changed, goOn }: Entries) {
  return useCallback(async () => {
    if (id === null) return;
    const { data } = await api.list(record.path, { id, page: 1, page_size: 1 });
    const [stored] = data;
    const mine = form.getValues();
    if (!stored || compare(started.current, valuesOf(record, stored), mine).contested.length > 0) return;
    goOn(stored, pick(mine, changed()) as FormValues);
    void rowsChanged(record);
  }, [id, record, form, started, changed, goOn]);
}

function complaintsOf(
  record: AnyRecord,
  { form }: Entries,
  { general, attempt }: { general: string | null; attempt: number },
): Complaint[] {
  const { errors } = form.formState;
  const own = record.fields.map(({ name }) => name);
  const ofFields = [...new Set([...own, ...Object.keys(errors)])].flatMap((name) => {
    const message = errors[name]?.message;
    const missing = own.includes(name) && (form.getValues(name) ?? null) === null;
    return message ? [{ field: name, message, missing }] : [];
  });
  return [...(general ? [{ message: general }] : []), ...(attempt > 0 ? ofFields : [])];
}
