/** A number with thousands separators while it is typed; gives a number, or null when empty (spec section 5). */
import { type ChangeEvent, useLayoutEffect, useRef, useState } from "react";
import { roundTo } from "#shared/rules/decimals.ts";
import { formatNumber, type NumberReading, parseNumber, parsePercentage } from "#shared/rules/numbers.ts";

/** What the field gives on: a number, null for empty, or the text itself when it is no number (the form says so). */
export type NumberValue = number | string | null;

interface Props {
  id: string;
  value: NumberValue;
  onChange: (value: NumberValue) => void;
  onBlur?: () => void;
  decimal?: boolean;
  /** The number is a fraction, which is shown and typed in percent: 0.25 as 25%. */
  percentage?: boolean;
  className?: string;
  invalid?: boolean;
  required?: boolean;
  describedBy?: string;
}

const withoutCommas = (text: string): string => text.replace(/,/g, "");

/** Groups the whole digits of what is typed and leaves the rest alone: "1234.50" becomes "1,234.50". */
export function grouped(text: string): string {
  const match = /^(-?)(\d+)(\.\d*)?$/.exec(withoutCommas(text).trim());
  if (!match) return text;
  return `${match[1]}${(match[2] ?? "").replace(/\B(?=(\d{3})+(?!\d))/g, ",")}${match[3] ?? ""}`;
}

function shown(value: NumberValue, percentage: boolean | undefined): string {
  if (typeof value !== "number") return value ?? "";
  return percentage ? `${formatNumber(roundTo(value * 100, 2))}%` : formatNumber(value);
}

/** Reads a number as the import does; in a field of percent the sign may be left out. */
function read(typed: string, percentage: boolean | undefined): NumberReading {
  const text = typed.trim();
  if (!percentage || text === "") return parseNumber(text);
  return parsePercentage(text.endsWith("%") ? text : `${text}%`);
}

/**
 * The text that a change means. While a user types or deletes digits, the separators that this field has put in stand
 * anywhere ("1,2345") and are left out. A comma that the user types or pastes is theirs: "1,5" is read as it is written.
 * @param before What the field showed before the change.
 * @param pasted The text of the paste, where the change is one.
 */
function meant(before: string, typed: string, { inputType, data }: InputEvent, pasted: string): string {
  const isOwnGrouping = grouped(before) === before;
  const inserted = inputType === "insertFromPaste" ? pasted : data;
  const isEdit = inputType?.startsWith("delete") || (inserted !== null && inserted !== undefined);
  return isOwnGrouping && isEdit && !inserted?.includes(",") ? withoutCommas(typed) : typed;
}

export function NumberInput(props: Props) {
  const [text, setText] = useState(() => shown(props.value, props.percentage));
  const [entered, setEntered] = useState<NumberValue>(props.value);
  const input = useRef<HTMLInputElement>(null);
  /** Characters between the caret and the end; separators to its left come and go. */
  const fromEnd = useRef<number | null>(null);
  const pasted = useRef("");

  // A value from outside (a computed total, a draft) replaces what stands in the field.
  if (props.value !== entered) {
    setEntered(props.value);
    setText(shown(props.value, props.percentage));
  }

  useLayoutEffect(() => {
    if (fromEnd.current === null || document.activeElement !== input.current) return;
    const at = Math.max(0, text.length - fromEnd.current);
    input.current?.setSelectionRange(at, at);
    fromEnd.current = null;
  }, [text]);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value;
    fromEnd.current = typed.length - (event.currentTarget.selectionStart ?? typed.length);
    const plain = meant(text, typed, event.nativeEvent as InputEvent, pasted.current);
    const reading = read(plain, props.percentage);
    const value = reading.ok ? reading.value : typed;
    setText(reading.ok ? grouped(plain) : typed);
    setEntered(value);
    props.onChange(value);
  };

  return (
    <input
      id={props.id}
      ref={input}
      className={props.className}
      type="text"
      inputMode={props.decimal ? "decimal" : "numeric"}
      autoComplete="off"
      value={text}
      aria-invalid={props.invalid || undefined}
      aria-required={props.required || undefined}
      aria-describedby={props.describedBy}
      onPaste={(event) => {
        pasted.current = event.clipboardData.getData("text");
      }}
      onChange={change}
      onBlur={props.onBlur}
    />
  );
}
