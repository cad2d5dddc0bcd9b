/** A number field that shows thousands separators while the user types (spec section 5). */
import { type ChangeEvent, useLayoutEffect, useRef, useState } from "react";
import { roundTo } from "#shared/rules/decimals.ts";
import { formatNumber, type NumberReading, parseNumber, parsePercentage } from "#shared/rules/numbers.ts";

/** Value of the field: a number, null if empty, or the typed text if it isn't a number. */
export type NumberValue = number | string | null;

interface Props {
  id: string;
  value: NumberValue;
  onChange: (value: NumberValue) => void;
  onBlur?: () => void;
  decimal?: boolean;
  /** True if the value is a fraction that is shown and typed in percent: 0.25 as 25%. */
  percentage?: boolean;
  className?: string;
  invalid?: boolean;
  required?: boolean;
  describedBy?: string;
}

const withoutCommas = (text: string): string => text.replace(/,/g, "");

/** Adds thousands separators to a typed number: "1234.50" becomes "1,234.50". Other text is returned unchanged. */
export function grouped(text: string): string {
  const match = /^(-?)(\d+)(\.\d*)?$/.exec(withoutCommas(text).trim());
  if (!match) return text;
  return `${match[1]}${(match[2] ?? "").replace(/\B(?=(\d{3})+(?!\d))/g, ",")}${match[3] ?? ""}`;
}

function shown(value: NumberValue, percentage: boolean | undefined): string {
  if (typeof value !== "number") return value ?? "";
  return percentage ? `${formatNumber(roundTo(value * 100, 2))}%` : formatNumber(value);
}

/** Parses a typed number as an import does. In a percentage field, the percent sign is optional. */
function read(typed: string, percentage: boolean | undefined): NumberReading {
  const text = typed.trim();
  if (!percentage || text === "") return parseNumber(text);
  return parsePercentage(text.endsWith("%") ? text : `${text}%`);
}

/**
 * Returns the text to parse after a change. Removes the separators that this field has added, because an edit can move
 * them to wrong places ("1,2345"). Keeps commas that the user types or pastes.
 * @param before Text of the field before the change.
 * @param pasted Pasted text if the change is a paste.
 */
function textToParse(before: string, typed: string, { inputType, data }: InputEvent, pasted: string): string {
  const isOwnGrouping = grouped(before) === before;
  const inserted = inputType === "insertFromPaste" ? pasted : data;
  const isEdit = inputType?.startsWith("delete") || (inserted !== null && inserted !== undefined);
  return isOwnGrouping && isEdit && !inserted?.includes(",") ? withoutCommas(typed) : typed;
}

export function NumberInput(props: Props) {
  const [text, setText] = useState(() => shown(props.value, props.percentage));
  const [entered, setEntered] = useState<NumberValue>(props.value);
  const input = useRef<HTMLInputElement>(null);
  /**
   * Number of characters after the caret before a change; null if the caret need not be restored. Characters are
   * counted from the end, because separators before the caret can appear or disappear.
   */
  const fromEnd = useRef<number | null>(null);
  const pasted = useRef("");

  // A value that the form sets, such as a computed total, replaces the text of the field.
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
    const plain = textToParse(text, typed, event.nativeEvent as InputEvent, pasted.current);
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
