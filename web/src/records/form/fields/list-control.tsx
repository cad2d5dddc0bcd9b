/**
 * Control for list fields: checkboxes for fixed values, a dropdown for values from other records, otherwise tags that
 * the user types.
 */
import { type KeyboardEvent, useState } from "react";
import { valueLabel } from "#shared/records/vocabulary/value-labels.ts";
import { splitList } from "#shared/rules/text.ts";
import type { ControlProps } from "./control-props.ts";
import classes from "./form.module.css";
import { joined } from "./form-values.ts";
import { LinkedList } from "./linked-list.tsx";
import { TagRow } from "./tag-row.tsx";

export function ListControl(props: ControlProps) {
  const source = props.field.options;
  if (source?.from === "values") return <Boxes {...props} values={source.values} />;
  if (source?.from === "record") return <LinkedList {...props} source={source} />;
  return <Tags {...props} />;
}

function Boxes({ values, ...props }: ControlProps & { values: readonly string[] }) {
  const chosen = splitList(props.value);
  return (
    <fieldset
      className={classes.radios}
      aria-labelledby={`${props.id}-label`}
      aria-describedby={props.describedBy}
      id={props.id}
      tabIndex={-1}
    >
      {values.map((value) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => {
              const on = event.currentTarget.checked;
              props.onChange(joined(values.filter((one) => (one === value ? on : chosen.includes(one)))));
            }}
            onBlur={props.onBlur}
          />
          {valueLabel(props.field, value)}
        </label>
      ))}
    </fieldset>
  );
}

/** Returns the tags with the text that the user is still typing. A save can happen before the input loses the focus. */
const withTyped = (tags: readonly string[], text: string): string[] => [
  ...new Set([...tags, ...splitList(text)]),
];

function Tags(props: ControlProps) {
  const [typing, setTyping] = useState<{ text: string; tags: readonly string[] }>({ text: "", tags: [] });
  const { text } = typing;
  // A value that differs from the tags was set from outside this control, for example by restoring a draft.
  const tags = props.value === joined(withTyped(typing.tags, text)) ? typing.tags : splitList(props.value);
  const change = (next: readonly string[], typed: string) => {
    setTyping({ text: typed, tags: next });
    props.onChange(joined(withTyped(next, typed)));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && text.trim() !== "") {
      event.preventDefault();
      change(withTyped(tags, text), "");
    } else if (event.key === "Backspace" && text === "" && tags.length > 0) {
      change(tags.slice(0, -1), "");
    }
  };
  return (
    <div className={classes.tags} data-invalid={props.invalid || undefined}>
      <TagRow items={tags} onChange={(left) => change(left, text)} />
      <input
        id={props.id}
        type="text"
        value={text}
        autoComplete="off"
        placeholder={tags.length === 0 ? "Type and press Enter" : "Add another"}
        aria-invalid={props.invalid || undefined}
        aria-required={props.field.required || undefined}
        aria-describedby={props.describedBy}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          if (typed.includes(",") && splitList(typed).length > 0) change(withTyped(tags, typed), "");
          else change(tags, typed);
        }}
        onKeyDown={press}
        onBlur={() => {
          if (text !== "") change(withTyped(tags, text), "");
          props.onBlur();
        }}
      />
    </div>
  );
}
