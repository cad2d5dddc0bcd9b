/** Editor that is shown over a cell of a list, with the control and the validation that the form uses. */
import { type KeyboardEvent, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { parseField } from "#shared/validate/parse-field.ts";
import { Button } from "../../components/button.tsx";
import { useEscape } from "../../components/floating/escape.ts";
import { Group } from "../../components/layout.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import { rowName } from "../common/row-name.ts";
import type { RecordSlots } from "../common/slots.ts";
import { dependentChanges } from "../form/fields/computed-fields.ts";
import { FieldControl } from "../form/fields/field-control.tsx";
import { changedNames, type FormValue, type FormValues, valuesOf } from "../form/fields/form-values.ts";
import { validateFormValues } from "../form/saving/resolver.ts";
import classes from "./edit.module.css";
import type { Move } from "./editing-port.ts";
import { useOverCell } from "./over-cell.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  slots: RecordSlots | undefined;
  row: Row;
  field: Field;
  /** Text that the user typed while the cell had the focus. The new value starts with this text. */
  text: string | undefined;
  anchor: HTMLElement;
  /** @param entered Changed values; null if no value changed. */
  onLeave: (move: Move, entered: FormValues | null) => void;
  /** Opens the form of the row with the entered values. */
  onForm: (entered: FormValues) => void;
}

/** True if the user chooses the value of the field from a list. The editor then saves the cell on each choice. */
const isChosen = ({ kind, options, attached }: Field): boolean =>
  !attached &&
  kind !== "list" &&
  kind !== "yes_no" &&
  (options !== undefined || kind === "year" || kind === "quarter" || kind === "month");

const moves: Readonly<Record<string, Move>> = { Enter: "down", Tab: "right" };

/**
 * Returns the values of the edited cell with their error messages, and functions that change the values and close the
 * editor.
 */
function useCellValues({ record, slots, row, field, onLeave }: Props, id: string) {
  const before = useMemo(() => valuesOf(record, row), [record, row]);
  const [values, setValues] = useState(before);
  const latest = useRef(before);
  const [problems, setProblems] = useState<readonly string[]>([]);
  /** Last key that the user pressed. This key decides where the focus moves after the user has chosen a value. */
  const lastKey = useRef<{ name: string; back: boolean } | null>(null);

  const entered = (): FormValues =>
    Object.fromEntries(
      changedNames(before, latest.current).map((name) => [name, latest.current[name] ?? null]),
    );
  const commit = (move: Move) => {
    const names = Object.keys(entered());
    if (names.length === 0) return onLeave(move, null);
    const found = Object.values(
      validateFormValues(record, row, latest.current, slots?.adjustProblems).problems,
    );
    setProblems(found);
    if (found.length === 0) onLeave(move, entered());
    else document.getElementById(id)?.focus();
  };
  const change = (value: FormValue) => {
    const also = dependentChanges(record, field.name, value, latest.current, row);
    latest.current = { ...latest.current, [field.name]: value, ...also };
    setValues(latest.current);
    if (!isChosen(field)) return;
    const { name, back } = lastKey.current ?? { name: "", back: false };
    // Wait until the dropdown list has closed and has returned the focus to the field.
    setTimeout(() => commit(back ? "left" : (moves[name] ?? "stay")));
  };
  const pressKey = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || event.nativeEvent.isComposing || !(target instanceof HTMLElement)) return;
    if (event.key === "Tab") {
      event.preventDefault();
      // A value that the user chose from a list is saved by `change`, so don't save it here again.
      if (!(isChosen(field) && changedNames(before, latest.current).length > 0))
        commit(event.shiftKey ? "left" : "right");
    } else if (event.key === "Enter" && target.closest("button") === null && !event.shiftKey) {
      event.preventDefault();
      commit("down");
    }
  };
  return { values, problems, lastKey, entered, commit, change, pressKey };
}

const textOrNull = (value: FormValue | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

export function CellEditor(props: Props) {
  const { record, user, row, field, text, anchor, onLeave, onForm } = props;
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const { values, problems, lastKey, entered, commit, change, pressKey } = useCellValues(props, id);
  useOverCell(anchor, panel, () => commit("stay"));
  useEscape(true, () => onLeave("stay", null));
  const focusControl = useEffectEvent(() => startEditing(document.getElementById(id), field, text, change));
  useLayoutEffect(() => focusControl(), []);
  const describedBy = [field.help && `${id}-help`, problems.length > 0 && `${id}-problem`]
    .filter(Boolean)
    .join(" ");

  return (
    <div
      ref={panel}
      className={classes.editor}
      popover="manual"
      role="dialog"
      aria-label={`${field.label} of ${rowName(record, row)}`}
      data-wide={field.kind === "long_text" || field.kind === "list" || undefined}
      onKeyDownCapture={(event) => {
        lastKey.current = { name: event.key, back: event.key === "Tab" && event.shiftKey };
      }}
      onPointerDownCapture={() => {
        lastKey.current = null;
      }}
      onKeyDown={pressKey}
    >
      <label htmlFor={id} id={`${id}-label`} className="visually-hidden">
        {field.label}
      </label>
      <FieldControl
        record={record}
        user={user}
        field={field}
        id={id}
        value={values[field.name] ?? null}
        onChange={change}
        onBlur={() => undefined}
        invalid={problems.length > 0}
        describedBy={describedBy || undefined}
        place={{
          region_name: textOrNull(values.region_name),
          province_name: textOrNull(values.province_name),
          muncity_name: textOrNull(values.muncity_name),
        }}
        quarter={textOrNull(values.reporting_quarter)}
      />
      {field.help && (
        <p id={`${id}-help`} className={classes.help}>
          {field.help}
        </p>
      )}
      {problems.length > 0 && (
        <Problems id={`${id}-problem`} problems={problems} onForm={() => onForm(entered())} />
      )}
    </div>
  );
}

function Problems(props: { id: string; problems: readonly string[]; onForm: () => void }) {
  return (
    <div id={props.id} className={classes.problem} role="alert">
      {props.problems.map((problem) => (
        <p key={problem}>{problem}.</p>
      ))}
      <Group>
        <Button look="default" onClick={props.onForm}>
          Open the form
        </Button>
      </Group>
    </div>
  );
}

/** Focuses the control of a field, and enters the characters that the user typed while the cell had the focus. */
function startEditing(
  control: HTMLElement | null,
  field: Field,
  text: string | undefined,
  change: (value: FormValue) => void,
): void {
  if (isChosen(field)) {
    control?.focus();
    if (text === undefined) control?.click();
    else control?.dispatchEvent(new KeyboardEvent("keydown", { key: text.slice(0, 1), bubbles: true }));
  } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    control.focus();
    if (text === undefined) control.select();
    else typeInto(control, text);
  } else {
    const reading = text === undefined ? null : parseField(field, text);
    if (reading?.ok && typeof reading.value === "string") change(reading.value);
    const first = control?.querySelector<HTMLElement>("input:checked") ?? control?.querySelector("input");
    (first ?? control)?.focus();
  }
}

/** Replaces the value of a control as if the user had typed it, so that React notices the change. */
function typeInto(control: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const own = control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(own.prototype, "value")?.set?.call(control, text);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
