/** Fields that hold a list: boxes to tick where the values are fixed, tags that are typed where they are not. */
import { IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { splitList } from "../../../../edge-functions/_shared/rules/text.ts";
import type { ControlProps } from "./field-control.tsx";
import classes from "./form.module.css";

export function ListControl(props: ControlProps) {
  const source = props.field.options;
  return source?.from === "values" ? <Boxes {...props} values={source.values} /> : <Tags {...props} />;
}

/** Lists stand joined in the form, as they travel. */
const joined = (items: readonly string[]): string | null => (items.length > 0 ? items.join(", ") : null);

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
          {value}
        </label>
      ))}
    </fieldset>
  );
}

function Tags(props: ControlProps) {
  const items = splitList(props.value);
  const [text, setText] = useState("");
  const add = () => {
    const typed = splitList(text).filter((item) => !items.includes(item));
    setText("");
    if (typed.length > 0) props.onChange(joined([...items, ...typed]));
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && text.trim() !== "") {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && text === "" && items.length > 0) {
      props.onChange(joined(items.slice(0, -1)));
    }
  };
  return (
    <div className={classes.tags} data-invalid={props.invalid || undefined}>
      {items.map((item) => (
        <span key={item} className={classes.tag}>
          {item}
          <button
            type="button"
            aria-label={`Remove ${item}`}
            onClick={() => props.onChange(joined(items.filter((other) => other !== item)))}
          >
            <IconX size={13} aria-hidden />
          </button>
        </span>
      ))}
      <input
        id={props.id}
        type="text"
        value={text}
        autoComplete="off"
        placeholder={items.length === 0 ? "Type and press Enter" : "Add another"}
        aria-invalid={props.invalid || undefined}
        aria-required={props.field.required || undefined}
        aria-describedby={props.describedBy}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          if (typed.includes(",") && splitList(typed).length > 0) {
            const known = splitList(typed).filter((item) => !items.includes(item));
            setText("");
            props.onChange(joined([...items, ...known]));
          } else setText(typed);
        }}
        onKeyDown={press}
        onBlur={() => {
          add();
          props.onBlur();
        }}
      />
    </div>
  );
}
