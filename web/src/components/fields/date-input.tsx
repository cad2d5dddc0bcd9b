/** A date, typed as MM-DD-YYYY or selected as month, day and year (spec section 5). */

import { IconCalendar } from "@tabler/icons-react";
import { useCallback, useId, useRef, useState } from "react";
import { formatDate, joinDate, parseDate } from "#shared/rules/dates.ts";
import { dateYears, months } from "#shared/rules/periods.ts";
import { Button } from "../button.tsx";
import { useEscape } from "../floating/escape.ts";
import { useFloating } from "../floating/panel.ts";
import { Group } from "../layout.tsx";
import classes from "./date-input.module.css";

interface Props {
  id: string;
  label: string;
  /** Value of the field: MM-DD-YYYY, or the incomplete text typed so far; null if the field is empty. */
  value: string | null;
  onChange: (value: string | null) => void;
  onBlur?: () => void;
  /** Number of years after the current year that the user can select. Default 0. */
  yearsAhead?: number | undefined;
  className?: string;
  invalid?: boolean;
  required?: boolean;
  describedBy?: string;
}

/** Adds dashes while the user types digits. Other text is returned unchanged. */
export function dashed(text: string): string {
  if (!/^[\d-]*$/.test(text) || /^\d{4}-/.test(text)) return text;
  const digits = text.replace(/-/g, "").slice(0, 8);
  if (text.split("-").some((part, index) => index < 2 && part.length === 1 && text.includes("-")))
    return text;
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== "").join("-");
}

/** Converts a date in any known format to MM-DD-YYYY. Other text is returned unchanged. */
export function settled(text: string): string {
  const reading = parseDate(text);
  return reading.ok && reading.value ? formatDate(reading.value) : text;
}

export function DateInput(props: Props) {
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useFloating(field, panel, open, close);
  const leave = () => {
    setOpen(false);
    document.getElementById(props.id)?.focus();
  };
  useEscape(open, leave);
  const { value, onChange } = props;
  const type = (text: string) => {
    const removing = text.length < (value?.length ?? 0);
    onChange(text === "" ? null : removing ? text : dashed(text));
  };
  return (
    <div className={classes.root} ref={field}>
      <input
        id={props.id}
        className={props.className}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder="MM-DD-YYYY"
        value={value ?? ""}
        aria-invalid={props.invalid || undefined}
        aria-required={props.required || undefined}
        aria-describedby={props.describedBy}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => {
          if (value && settled(value) !== value) onChange(settled(value));
          props.onBlur?.();
        }}
      />
      <button
        type="button"
        className={classes.open}
        aria-label={`Choose ${props.label} by month, day and year`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <IconCalendar size={16} aria-hidden />
      </button>
      {open && (
        <div ref={panel} popover="manual" role="dialog" aria-label={props.label}>
          <Choices
            value={value}
            yearsAhead={props.yearsAhead}
            onDone={(next) => {
              onChange(next);
              leave();
            }}
          />
        </div>
      )}
    </div>
  );
}

interface ChoicesProps extends Pick<Props, "value" | "yearsAhead"> {
  onDone: (value: string | null) => void;
}

/** Month, day and year as three selects, all required. The year select also offers the year of the current value. */
function Choices({ value, yearsAhead, onDone }: ChoicesProps) {
  const [month, day, year] = (/^(\d{2})-(\d{2})-(\d{4})$/.exec(value ?? "") ?? []).slice(1).map(Number);
  const [chosen, setChosen] = useState({ month: month ?? null, day: day ?? null, year: year ?? null });
  const years = dateYears(new Date(), yearsAhead);
  if (year !== undefined && !years.includes(year)) years.push(year);
  const joined = joinDate(chosen.month, chosen.day, chosen.year);
  const complete = chosen.month !== null && chosen.day !== null && chosen.year !== null;
  return (
    <fieldset className={classes.choices} aria-label="Month, day and year">
      <div className={classes.parts}>
        <PartSelect
          label="Month"
          value={chosen.month}
          options={months.map((name, index) => ({ value: index + 1, label: name }))}
          onChange={(next) => setChosen({ ...chosen, month: next })}
        />
        <PartSelect
          label="Day"
          value={chosen.day}
          options={numbers(Array.from({ length: 31 }, (_, index) => index + 1))}
          onChange={(next) => setChosen({ ...chosen, day: next })}
        />
        <PartSelect
          label="Year"
          value={chosen.year}
          options={numbers(years.sort((one, other) => other - one))}
          onChange={(next) => setChosen({ ...chosen, year: next })}
        />
      </div>
      {complete && joined === null && <p role="alert">There is no such day in this month.</p>}
      <Group at="end">
        <Button look="default" onClick={() => onDone(null)}>
          Clear
        </Button>
        <Button disabled={joined === null} onClick={() => onDone(joined)}>
          Use this date
        </Button>
      </Group>
    </fieldset>
  );
}

interface PartSelectProps {
  label: string;
  value: number | null;
  options: readonly { value: number; label: string }[];
  onChange: (value: number | null) => void;
}

function PartSelect({ label, value, options, onChange }: PartSelectProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ""}
        onChange={(event) => {
          const picked = event.currentTarget.value;
          onChange(picked === "" ? null : Number(picked));
        }}
      >
        <option value="">–</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

const numbers = (values: readonly number[]) =>
  values.map((number) => ({ value: number, label: String(number) }));
