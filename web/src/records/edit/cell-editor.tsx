/** Editor over a cell of a list. Uses the control and the validation of the form. */
import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { AnyRecord, Field } from "#shared/records/vocabulary/types.ts";
import { parseField } from "#shared/validate/parse-field.ts";
import { Button } from "../../components/button.tsx";
import { useEscape } from "../../components/floating/escape.ts";
import { Group } from "../../components/layout.tsx";
import type { CurrentUser } from "../../lib/current-user.ts";
import type { Row } from "../../lib/http/api.ts";
import { rowName } from "../common/row-name.ts";
import type { RecordSlots } from "../common/slots.ts";
import { FieldControl } from "../form/fields/field-control.tsx";
import { changedWith } from "../form/fields/following.ts";
import { changedNames, type FormValue, type FormValues, valuesOf } from "../form/fields/form-values.ts";
import { judged } from "../form/saving/resolver.ts";
import classes from "./edit.module.css";
import type { Move } from "./editing-port.ts";
import { useOverCell } from "./over-cell.ts";

interface Props {
  record: AnyRecord;
  user: CurrentUser;
  slots: RecordSlots | undefined;
  row: Row;
  field: Field;
  /** Text typed on the focused cell, which the new value starts with. */
  text: string | undefined;
  anchor: HTMLElement;
  /** @param entered Changed values; null if there is nothing to save. */
  onLeave: (move: Move, entered: FormValues | null) => void;
  /** Opens the form with the entered values. */
  onForm: (entered: FormValues) => void;
}

/** True if the user chooses the value from a list. Choosing a value then saves the cell at once. */
const isChosen = ({ kind, options, attached }: Field): boolean =>
  !attached &&
  kind !== "list" &&
  kind !== "yes_no" &&
  (options !== undefined || kind === "year" || kind === "quarter" || kind === "month");

const moves: Readonly<Record<string, Move>> = { Enter: "down", Tab: "right" };

export function CellEditor({ record, user, slots, row, field, text, anchor, onLeave, onForm }: Props) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const before = useMemo(() => valuesOf(record, row), [record, row]);
  const [values, setValues] = useState(before);
  const latest = useRef(before);
  const [problems, setProblems] = useState<readonly string[]>([]);
  /** Key that the user pressed last, to know where the focus moves after a choice. */
  const key = useRef<{ name: string; back: boolean } | null>(null);

  const entered = (): FormValues =>
    Object.fromEntries(
      changedNames(before, latest.current).map((name) => [name, latest.current[name] ?? null]),
    );
  const commit = (move: Move) => {
    const names = Object.keys(entered());
    if (names.length === 0) return onLeave(move, null);
    const found = Object.values(judged(record, row, latest.current, slots?.judge).problems);
    setProblems(found);
    if (found.length === 0) onLeave(move, entered());
    else document.getElementById(id)?.focus();
  };
  const change = (value: FormValue) => {
    const also = changedWith(record, field.name, value, latest.current, row);
    latest.current = { ...latest.current, [field.name]: value, ...also };
    setValues(latest.current);
    if (!isChosen(field)) return;
    const { name, back } = key.current ?? { name: "", back: false };
    // Wait until the list has closed and returned the focus to its field.
    setTimeout(() => commit(back ? "left" : (moves[name] ?? "stay")));
  };

  useOverCell(anchor, panel, () => commit("stay"));
  useEscape(true, () => onLeave("stay", null));
  const started = useRef({ text, change });
  useLayoutEffect(() => {
    const { text: typed, change: enter } = started.current;
    const control = document.getElementById(id);
    if (isChosen(field)) {
      control?.focus();
      if (typed === undefined) control?.click();
      else control?.dispatchEvent(new KeyboardEvent("keydown", { key: typed.slice(0, 1), bubbles: true }));
    } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
      control.focus();
      if (typed === undefined) control.select();
      else typeInto(control, typed);
    } else {
      const reading = typed === undefined ? null : parseField(field, typed);
      if (reading?.ok && typeof reading.value === "string") enter(reading.value);
      (
        control?.querySelector<HTMLElement>("input:checked") ??
        control?.querySelector("input") ??
        control
      )?.focus();
    }
  }, [id, field]);

  const press = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || event.nativeEvent.isComposing || !(target instanceof HTMLElement)) return;
    if (event.key === "Tab") {
      event.preventDefault();
      // Choosing a value from a list has already scheduled the commit.
      if (!(isChosen(field) && changedNames(before, latest.current).length > 0))
        commit(event.shiftKey ? "left" : "right");
    } else if (event.key === "Enter" && target.closest("button") === null && !event.shiftKey) {
      event.preventDefault();
      commit("down");
    }
  };
  const placed = (name: string) => {
    const value = values[name];
    return value === null || value === undefined ? null : String(value);
  };
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
        key.current = { name: event.key, back: event.key === "Tab" && event.shiftKey };
      }}
      onPointerDownCapture={() => {
        key.current = null;
      }}
      onKeyDown={press}
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
          region_name: placed("region_name"),
          province_name: placed("province_name"),
          muncity_name: placed("muncity_name"),
        }}
        quarter={placed("reporting_quarter")}
      />
      {field.help && (
        <p id={`${id}-help`} className={classes.help}>
          {field.help}
        </p>
      )}
      {problems.length > 0 && (
        <div id={`${id}-problem`} className={classes.problem} role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problem}.</p>
          ))}
          <Group>
            <Button look="default" onClick={() => onForm(entered())}>
              Open the form
            </Button>
          </Group>
        </div>
      )}
    </div>
  );
}

/** Replaces the value of a control as if the user had typed it, so that React notices the change. */
function typeInto(control: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const own = control instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(own.prototype, "value")?.set?.call(control, text);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
