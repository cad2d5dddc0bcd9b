/**
 * Form of a record: sections in the registry's order, a Register or Update button, and Ctrl+S to save (spec section
 * 2).
 */

import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { FormProvider, type UseFormReturn, useWatch } from "react-hook-form";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { enumerate } from "#shared/rules/text.ts";
import { missingFacts } from "#shared/validate/facts.ts";
import { reasonField } from "#shared/validate/soft-checks.ts";
import { Button } from "../../components/button.tsx";
import { Group } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import { askedFields } from "../common/asked-fields.ts";
import { closedWindow } from "../common/rights.ts";
import type { FieldSlotProps, FormSlotProps, RecordSlots } from "../common/slots.ts";
import AskToReopen from "../reopening/ask-to-reopen.tsx";
import { ConfirmUpdate } from "./confirm-update.tsx";
import { ConflictPanel } from "./conflict-panel.tsx";
import { ErrorSummary } from "./error-summary.tsx";
import classes from "./fields/form.module.css";
import { type FormAround, FormAroundContext } from "./fields/form-around.ts";
import { FormField, fieldId } from "./fields/form-field.tsx";
import type { FormValues } from "./fields/form-values.ts";
import { FillPanel } from "./fill/fill-panel.tsx";
import { useParentFill } from "./fill/use-parent-fill.ts";
import { DuplicateLast } from "./next/duplicate-last.tsx";
import {
  fieldsInOrder,
  firstToFill,
  leastFields,
  sectionsInOrder,
  valuesForNext,
} from "./next/entry-order.ts";
import { useLeast } from "./next/use-least.ts";
import { OfferedDrafts } from "./offered-drafts.tsx";
import { ReasonPanel } from "./reason-panel.tsx";
import { SamePanel } from "./same-panel.tsx";
import { FormSection } from "./sections/form-section.tsx";
import { SectionIndex } from "./sections/section-index.tsx";
import { useRecordForm } from "./use-record-form.ts";
import type { Saved } from "./use-saving.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  row: Row | null;
  /** Source of a new row: the row it is entered from and the values copied from that row. */
  origin?: Parameters<typeof useRecordForm>[3];
  /** Why the row can only be read; null when it can be changed. */
  readOnly: string | null;
  slots?: RecordSlots | undefined;
  onSaved: Saved;
  /** If set, "Save and next" calls this with the start values of the next new row instead of closing the form. */
  onNext?: ((values: FormValues, message: string) => void) | undefined;
  onCancel: () => void;
  /**
   * Gives the drawer two functions: the first stores the draft and returns whether there are unsaved entries, the
   * second discards the entries.
   */
  connectDirty: (isDirty: () => boolean, discard: () => void) => void;
}

const none = {};

export function RecordForm(props: Props) {
  const {
    record,
    user,
    row,
    origin = none,
    readOnly,
    slots,
    onSaved,
    onNext,
    onCancel,
    connectDirty,
  } = props;
  /** True if a new row is to follow the one that is being saved. */
  const next = useRef(false);
  const state = useRecordForm(record, user, row, origin, slots, (message, id) => {
    if (next.current && onNext) onNext(valuesForNext(record, latest.current.form.getValues()), message);
    else onSaved(message, id);
  });
  const { form, draft, conflict, base, follow } = state;
  const { AboveForm, BelowForm } = slots ?? {};
  const latest = useRef(state);
  latest.current = state;
  const groups = sectionsInOrder(record);
  const save = (another: boolean) => {
    next.current = another;
    void state.save();
  };
  const saveNow = useRef(save);
  saveNow.current = save;
  const [requiredOnly, setRequiredOnly] = useLeast();
  const requiredNames = useMemo(() => leastFields(record), [record]);
  const isShown = ({ name }: Field) =>
    !requiredOnly ||
    row !== null ||
    requiredNames.has(name) ||
    state.complaints.some((one) => one.field === name);

  useEffect(
    () =>
      connectDirty(
        () => latest.current.draft.keep(),
        () => latest.current.draft.drop(),
      ),
    [connectDirty],
  );
  const [missing] = useState(() => (row ? missingFacts(record, row) : []));
  const isStored = row !== null;
  useLayoutEffect(() => {
    const asked = askedFields(record);
    // If several fields can supply the missing fact, focus the one that is marked as required.
    const missingField = missing[0]?.anyOf.find((name) => asked.some((field) => field.name === name));
    const begin =
      asked.find(({ name }) => name === missingField) ??
      // A stored row is read from the top, so focus its first field.
      (isStored ? fieldsInOrder(record)[0] : firstToFill(record, latest.current.form.getValues()));
    // If that field is hidden, focus the first field that is shown.
    const control = [begin, ...fieldsInOrder(record)]
      .map((field) => document.getElementById(fieldId(field?.name ?? "")))
      .find((element) => element !== null);
    // The drawer's focus trap looks for this attribute when it opens. A form that loads later must also call focus()
    // itself.
    control?.setAttribute("data-autofocus", "");
    control?.focus();
  }, [record, isStored, missing]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const another = event.key === "Enter";
      if (!(event.ctrlKey || event.metaKey) || !(another || event.key.toLowerCase() === "s")) return;
      // In an open dropdown list, Enter chooses an option.
      if (another && event.defaultPrevented) return;
      event.preventDefault();
      const { saving, conflict, asked } = latest.current;
      if (readOnly === null && !saving && !conflict && !asked) saveNow.current(another);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [readOnly]);

  const shownGroups = groups.filter(({ key }) =>
    askedFields(record).some((field) => field.group === key && isShown(field)),
  );
  const chosen = useParentFill(record, form);
  const around = useMemo(
    () => ({ row: base, readOnly, slots, follow, chosen }),
    [base, readOnly, slots, follow, chosen],
  );

  return (
    <FormFrame form={form} around={around}>
      <form
        className={classes.form}
        noValidate
        aria-label={record.noun.one}
        onSubmit={(event) => {
          event.preventDefault();
          if (readOnly === null) save(false);
        }}
      >
        <SectionIndex record={record} sections={shownGroups} />
        {onNext && readOnly === null && (
          <div className={classes.ease}>
            <label className={classes.least}>
              <input
                type="checkbox"
                checked={requiredOnly}
                onChange={(event) => setRequiredOnly(event.currentTarget.checked)}
              />
              Required fields only
            </label>
            <DuplicateLast record={record} user={user} />
          </div>
        )}
        {readOnly && (
          <Notice tone="info">
            <p>
              {readOnly}
              {row && ` You can read this ${record.noun.one} here.`}
            </p>
            <AskToReopen closed={closedWindow(record, user, row)} />
          </Notice>
        )}
        {missing.length > 0 && (
          <Notice tone="warn" role="status">
            <p>
              <strong>This {record.noun.one} is incomplete.</strong> Missing:{" "}
              {enumerate(missing.map(({ label }) => label.charAt(0).toLowerCase() + label.slice(1)))}.
            </p>
          </Notice>
        )}
        {typeof row?.[reasonField] === "string" && (
          <Notice tone="warn" role="status">
            <p>
              <strong>Unusual values were saved with a reason:</strong> {row[reasonField]}
            </p>
          </Notice>
        )}
        {readOnly === null && (
          <OfferedDrafts
            record={record}
            row={row}
            drafts={draft.offered}
            onRestore={draft.restore}
            onDiscard={draft.discard}
          />
        )}
        {draft.withheld && readOnly === null && (
          <Notice tone="warn" role="status">
            <p>
              Personal data is not kept in a draft after the session ends. Enter it again:{" "}
              {sensitiveLabels(record)}.
            </p>
          </Notice>
        )}
        {conflict && (
          <ConflictPanel
            record={record}
            conflict={conflict}
            base={state.baseValues}
            theirs={conflict.theirs}
            mine={conflict.mine}
            onMerged={state.settle}
          />
        )}
        {state.waiting && (
          <Notice tone="warn" role="alert">
            <p>
              <strong>The server did not respond. It is unknown whether your entries were saved.</strong> They
              are kept in this browser and sent again as soon as the connection is back. They will not be
              saved twice.
            </p>
            <Group>
              {" "}
              <Button look="default" loading={state.saving} onClick={() => void state.save()}>
                Try now
              </Button>
            </Group>
          </Notice>
        )}
        {readOnly === null && (
          <SamePanel
            record={record}
            id={row?.id ?? null}
            base={state.baseValues}
            refused={state.same}
            saving={state.saving}
            onAnyway={state.saveAnyway}
          />
        )}
        {state.unusual && (
          <ReasonPanel
            messages={state.unusual}
            reason={state.reason}
            saving={state.saving}
            onReason={state.saveWithReason}
          />
        )}
        <ErrorSummary record={record} complaints={state.complaints} attempt={state.attempt} />
        {AboveForm && <SlotWithValues Slot={AboveForm} record={record} user={user} row={row} />}
        {readOnly === null && !conflict && !record.files && <FillPanel record={record} />}
        <fieldset className={classes.sections} disabled={readOnly !== null}>
          <legend className="visually-hidden">{record.label}</legend>
          {shownGroups.map((group) => (
            <FormSection
              key={group.key}
              record={record}
              section={group}
              readOnly={readOnly !== null}
              fields={askedFields(record).filter((field) => field.group === group.key && isShown(field))}
            >
              {(field) => (
                <OneField
                  key={field.name}
                  slots={slots}
                  record={record}
                  user={user}
                  field={field}
                  stored={state.base}
                />
              )}
            </FormSection>
          ))}
        </fieldset>
        {BelowForm && <SlotWithValues Slot={BelowForm} record={record} user={user} row={row} />}
        {state.asked && (
          <ConfirmUpdate
            record={record}
            changes={state.asked.changes}
            focused={state.asked.focused}
            onYes={() => state.answer(true)}
            onNo={() => state.answer(false)}
          />
        )}
        <div className={classes.foot}>
          <span className={classes.state}>
            {readOnly === null && (
              <>
                <span className={classes.keys}>
                  {onNext ? "Ctrl+S saves. Ctrl+Enter saves and starts the next one." : "Ctrl+S saves."}
                </span>{" "}
                A draft is kept as you type.
              </>
            )}
          </span>
          <Button look="default" onClick={onCancel}>
            {readOnly === null ? "Cancel" : "Close"}
          </Button>
          {onNext && readOnly === null && (
            <Button look="default" loading={state.saving} onClick={() => save(true)}>
              Save and next
            </Button>
          )}
          {readOnly === null && (
            <Button type="submit" loading={state.saving} disabled={conflict !== null}>
              {state.isUpdate ? "Update" : "Register"}
            </Button>
          )}
        </div>
      </form>
    </FormFrame>
  );
}

/** Provides the form's values and its surroundings (row, slots, callbacks) to the controls inside. */
function FormFrame(props: { form: UseFormReturn<FormValues>; around: FormAround; children: ReactNode }) {
  return (
    <FormAroundContext value={props.around}>
      <FormProvider {...props.form}>{props.children}</FormProvider>
    </FormAroundContext>
  );
}

function OneField({ slots, ...about }: FieldSlotProps & Pick<Props, "slots">) {
  const Own = slots?.fields?.[about.field.name];
  if (Own === undefined) return <FormField {...about} />;
  return Own && <Own {...about} />;
}

/** Re-renders the slot on every edit, without re-rendering the rest of the form. */
function SlotWithValues({
  Slot,
  ...about
}: Pick<Props, "record" | "user" | "row"> & { Slot: ComponentType<FormSlotProps> }) {
  return <Slot {...about} values={useWatch<FormValues>() as FormValues} />;
}

const sensitiveLabels = (record: AnyRecord): string =>
  enumerate(record.fields.filter((field) => field.sensitive).map(({ label }) => label));
