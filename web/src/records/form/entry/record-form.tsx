/**
 * The form of a record: its sections in entry order, and the buttons Register or Update. Ctrl+S saves (spec section 2).
 */
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { FormProvider } from "react-hook-form";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { missingFacts } from "#shared/validate/facts.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { screenFields } from "../../common/screen-fields.ts";
import { ConfirmUpdate } from "../confirm-update.tsx";
import classes from "../fields/form.module.css";
import { FormContext } from "../fields/form-context.ts";
import type { FormFiles } from "../fields/form-files.ts";
import { useFilledParts } from "../fields/use-filled-parts.ts";
import { useParentFill } from "../fill/use-parent-fill.ts";
import { DuplicateLast } from "../next/duplicate-last.tsx";
import { requiredOnlyFields, sectionsInOrder, valuesForNext } from "../next/entry-order.ts";
import { useRequiredOnly } from "../next/use-required-only.ts";
import { SectionIndex } from "../sections/section-index.tsx";
import { useRecordForm } from "../use-record-form.ts";
import { FormFields } from "./form-fields.tsx";
import { answerOf, FormFoot } from "./form-foot.tsx";
import { FormNotices } from "./form-notices.tsx";
import type { RecordFormProps } from "./form-props.ts";
import { SaveNotices } from "./save-notices.tsx";
import { useFirstFocus } from "./use-first-focus.ts";
import { useSaveKeys } from "./use-save-keys.ts";

const noOrigin = {};

export function RecordForm(props: RecordFormProps) {
  const { record, user, row, readOnly, slots, onNext } = props;
  const { state, save } = useSaveAndNext(props);
  const { form, base, conflict, follow } = state;
  const [missing] = useState(() => (row ? missingFacts(record, row) : []));
  const [requiredOnly, setRequiredOnly] = useRequiredOnly();
  const { files } = state.draft;
  const isShown = useShownFields(record, requiredOnly && row === null, state.complaints, files);
  const sections = sectionsInOrder(record).filter(({ key }) =>
    screenFields(record).some((field) => field.group === key && isShown(field)),
  );
  const mayEdit = readOnly === null;
  useFirstFocus(record, row !== null, missing, form.getValues);
  const element = useRef<HTMLFormElement>(null);
  useSaveKeys(element, mayEdit && !state.saving && !conflict && !state.asked, save);
  const { row: parentRow, choose } = useParentFill(record, user, form, mayEdit);
  const context = useMemo(
    () => ({ row: base, readOnly, slots, follow, files, parent: { row: parentRow, choose } }),
    [base, readOnly, slots, follow, files, parentRow, choose],
  );
  return (
    <FormContext value={context}>
      <FormProvider {...form}>
        <form
          ref={element}
          className={classes.form}
          noValidate
          aria-label={record.noun.one}
          onSubmit={(event) => {
            event.preventDefault();
            if (mayEdit) save(false);
          }}
        >
          <SectionIndex record={record} sections={sections} />
          {onNext && mayEdit && (
            <NewRowTools
              record={record}
              user={user}
              requiredOnly={requiredOnly}
              onRequiredOnly={setRequiredOnly}
            />
          )}
          <div className={classes.notices}>
            <FormNotices {...{ record, user, row, readOnly, missing }} draft={state.draft} />
            <SaveNotices record={record} row={row} readOnly={!mayEdit} state={state} />
          </div>
          <FormFields
            {...{ record, user, row, readOnly, slots, sections, isShown }}
            stored={base}
            canFill={mayEdit && !conflict && !record.files}
          />
          {state.asked && (
            <ConfirmUpdate
              record={record}
              changes={state.asked.changes}
              notes={state.asked.notes}
              focused={state.asked.focused}
              onYes={() => state.answer(true)}
              onNo={() => state.answer(false)}
            />
          )}
          <FormFoot
            readOnly={!mayEdit}
            isUpdate={state.isUpdate}
            saving={state.saving}
            hasConflict={conflict !== null}
            answer={answerOf(state)}
            onCancel={props.onCancel}
            onSaveAndNext={onNext && (() => save(true))}
          />
        </form>
      </FormProvider>
    </FormContext>
  );
}

/**
 * Returns the form's state and a function `save(next)`. After `save(false)`, the form closes. After `save(true)`, the
 * form starts another new row with the parent, place, period and project of the saved row.
 */
function useSaveAndNext({
  record,
  user,
  row,
  origin = noOrigin,
  slots,
  entry,
  draftsOf,
  onSaved,
  onNext,
  connectDirty,
}: RecordFormProps) {
  const another = useRef(false);
  const shown = { entry, draftsOf };
  const state = useRecordForm(record, user, row, origin, slots, shown, (message, id) => {
    if (another.current && onNext) onNext(valuesForNext(record, state.form.getValues()), message);
    else onSaved(message, id);
  });
  const keepDraft = useEffectEvent(() => state.draft.keep());
  const dropDraft = useEffectEvent(() => state.draft.drop());
  useEffect(
    () =>
      connectDirty(
        () => keepDraft(),
        () => dropDraft(),
      ),
    [connectDirty],
  );
  const save = (next: boolean) => {
    another.current = next;
    void state.save();
  };
  return { state, save };
}

/**
 * Returns a function that decides whether the form shows a field. With `requiredOnly`, the form shows only required
 * fields, fields with an error, and fields with chosen files.
 */
function useShownFields(
  record: AnyRecord,
  requiredOnly: boolean,
  errors: readonly { field?: string | undefined }[],
  files: FormFiles,
): (field: Field) => boolean {
  const required = useMemo(() => requiredOnlyFields(record), [record]);
  const filled = useFilledParts(files);
  return ({ name }) =>
    !requiredOnly ||
    required.has(name) ||
    filled.includes(name) ||
    errors.some(({ field }) => field === name);
}

interface ToolsProps {
  record: AnyRecord;
  user: CurrentUser;
  requiredOnly: boolean;
  onRequiredOnly: (only: boolean) => void;
}

function NewRowTools({ record, user, requiredOnly, onRequiredOnly }: ToolsProps) {
  return (
    <div className={classes.ease}>
      <label className={classes.least}>
        <input
          type="checkbox"
          checked={requiredOnly}
          onChange={(event) => onRequiredOnly(event.currentTarget.checked)}
        />
        Required fields only
      </label>
      <DuplicateLast record={record} user={user} />
    </div>
  );
}
