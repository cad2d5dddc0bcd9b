/** Renders the control of a field, chosen by the field's kind and options. */
import { isSharedColumn, type OfficeColumn } from "#shared/access/levels.ts";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import { DateInput } from "../../../components/fields/date-input.tsx";
import { NumberInput } from "../../../components/fields/number-input.tsx";
import {
  type Choices,
  fixedOptions,
  type RecordSource,
  usePlaces,
  useReferenceList,
} from "../../common/use-options.ts";
import { AttachedControl } from "./attached-control.tsx";
import type { ControlProps } from "./control-props.ts";
import classes from "./form.module.css";
import type { FormValue } from "./form-values.ts";
import { ListControl } from "./list-control.tsx";
import { useRowChoices } from "./use-row-choices.ts";

export function FieldControl(props: ControlProps) {
  const { field } = props;
  const fixed = fixedOptions(field, props.quarter)?.filter(
    ({ value }) => value === props.value || !field.reserved?.values.includes(value),
  );
  if (field.attached) {
    return <AttachedControl {...props} Typed={field.kind === "list" ? ListControl : TextControl} />;
  }
  if (field.kind === "yes_no") return <YesNo {...props} />;
  if (field.kind === "list") return <ListControl {...props} />;
  if (field.options?.from === "place") return <PlaceControl {...props} />;
  if (field.options?.from === "dropdown") return <ReferenceControl {...props} />;
  if (field.options?.from === "record") return <RecordControl {...props} />;
  if (fixed) return <Dropdown {...props} choices={{ options: fixed }} allowNew={field.kind === "year"} />;
  if (field.kind === "integer" || field.kind === "decimal") {
    return (
      <NumberInput
        {...common(props)}
        value={props.value}
        decimal={field.kind === "decimal"}
        percentage={field.percentage}
      />
    );
  }
  if (field.kind === "date") {
    return (
      <DateInput
        {...common(props)}
        label={field.label}
        value={textOf(props.value)}
        yearsAhead={field.yearsAhead}
      />
    );
  }
  return <TextControl {...props} />;
}

const textOf = (value: FormValue): string | null => (value === null ? null : String(value));

function common(props: ControlProps) {
  return {
    id: props.id,
    className: classes.input,
    invalid: props.invalid,
    required: props.field.required,
    describedBy: props.describedBy,
    onChange: props.onChange,
    onBlur: props.onBlur,
  };
}

function TextControl(props: ControlProps) {
  const { field } = props;
  const shared = {
    id: props.id,
    className: classes.input,
    value: textOf(props.value) ?? "",
    autoComplete: "off",
    ...(field.typed && { autoCapitalize: "none", spellCheck: false }),
    inputMode: field.typed === "email" ? ("email" as const) : undefined,
    "aria-invalid": props.invalid || undefined,
    "aria-required": field.required || undefined,
    "aria-describedby": props.describedBy,
    onBlur: props.onBlur,
    onChange: (event: { currentTarget: { value: string } }) =>
      props.onChange(event.currentTarget.value || null),
  };
  return field.kind === "long_text" ? <textarea {...shared} rows={2} /> : <input type="text" {...shared} />;
}

function YesNo(props: ControlProps) {
  return (
    <div
      className={classes.radios}
      role="radiogroup"
      aria-labelledby={`${props.id}-label`}
      id={props.id}
      tabIndex={-1}
    >
      {["Yes", "No"].map((answer) => (
        <label key={answer}>
          <input
            type="radio"
            name={props.id}
            checked={props.value === answer}
            onChange={() => props.onChange(answer)}
            onBlur={props.onBlur}
          />
          {answer}
        </label>
      ))}
      {props.value !== null && (
        <button
          type="button"
          className={classes.unanswer}
          aria-label={`No answer to ${props.field.label}`}
          onClick={() => {
            // Move the focus to the field first, because the Clear button disappears with the answer.
            document.getElementById(props.id)?.focus();
            props.onChange(null);
          }}
        >
          Clear
        </button>
      )}
    </div>
  );
}

/**
 * Control of one level of the address, such as the region or the town. The region and province of the user's own office
 * are filled in and read-only.
 */
function PlaceControl(props: ControlProps) {
  const source = props.field.options;
  const level = source?.from === "place" ? source.level : "region";
  const choices = usePlaces(level, props.place);
  const own = isSharedColumn(props.user.level, props.field.name);
  const { user, field, value } = props;
  return (
    <Dropdown {...props} choices={choices} disabled={own && value === user[field.name as OfficeColumn]} />
  );
}

const ReferenceControl = (props: ControlProps) => (
  <Dropdown {...props} choices={useReferenceList(props.field)} allowNew />
);

function RecordControl(props: ControlProps) {
  const source = props.field.options;
  const from: RecordSource =
    source?.from === "record"
      ? source
      : { from: "record", path: props.record.path, value: "id", label: "id" };
  return <Dropdown {...props} choices={useRowChoices(from, textOf(props.value))} />;
}

function Dropdown(props: ControlProps & { choices: Choices; allowNew?: boolean; disabled?: boolean }) {
  const { field, choices } = props;
  return (
    <SearchableDropdown
      id={props.id}
      label={field.label}
      value={textOf(props.value)}
      valueLabel={choices.valueLabel}
      options={choices.options}
      loading={choices.loading}
      onSearch={choices.onSearch}
      allowNew={props.allowNew}
      disabled={props.disabled}
      invalid={props.invalid}
      required={field.required}
      describedBy={props.describedBy}
      onBlur={props.onBlur}
      onChange={(value) => {
        const year = field.kind === "year" && value !== null && /^\d+$/.test(value);
        props.onChange(year ? Number(value) : value);
      }}
    />
  );
}
