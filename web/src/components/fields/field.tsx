/** Form fields with label, help and error message, for forms that are not generated from a record type. */
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import classes from "./field.module.css";

interface Around {
  label?: ReactNode;
  help?: ReactNode;
  problem?: string | undefined;
}

interface FieldProps extends Around {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Shows a label, a help text and an error message around a control. The control must set `describedBy` as its
 * `aria-describedby`.
 */
export function Field({ id, label, help, problem, className = "", children }: FieldProps) {
  return (
    <div className={`${classes.field} ${className}`}>
      {label && <label htmlFor={id}>{label}</label>}
      {children}
      {help && (
        <p id={`${id}-help`} className={classes.help}>
          {help}
        </p>
      )}
      {problem && (
        <p id={`${id}-problem`} className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

const describedBy = (id: string, { help, problem }: Around): string | undefined =>
  [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(" ") || undefined;

interface TextProps extends Around, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, help, problem, className, ...rest }: TextProps) {
  const id = useId();
  return (
    <Field {...{ id, label, help, problem, className }}>
      <input
        {...rest}
        id={id}
        className={classes.control}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={describedBy(id, { help, problem })}
      />
    </Field>
  );
}

interface AreaProps extends Around, TextareaHTMLAttributes<HTMLTextAreaElement> {}

export function TextArea({ label, help, problem, className, ...rest }: AreaProps) {
  const id = useId();
  return (
    <Field {...{ id, label, help, problem, className }}>
      <textarea
        {...rest}
        id={id}
        className={classes.control}
        aria-describedby={describedBy(id, { help, problem })}
      />
    </Field>
  );
}

export interface Choice {
  value: string;
  label: string;
}

interface SelectProps extends Around, SelectHTMLAttributes<HTMLSelectElement> {
  choices: readonly Choice[];
}

/** A select for a short list of choices. Use `SearchableDropdown` for longer lists. */
export function SelectField({ label, help, problem, className, choices, ...rest }: SelectProps) {
  const id = useId();
  return (
    <Field {...{ id, label, help, problem, className }}>
      <select
        {...rest}
        id={id}
        className={classes.control}
        aria-describedby={describedBy(id, { help, problem })}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface CheckProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode;
  help?: string;
  type?: "checkbox" | "radio";
}

export function CheckField({ label, help, type = "checkbox", ...rest }: CheckProps) {
  const id = useId();
  return (
    <div className={classes.check}>
      <input {...rest} id={id} type={type} aria-describedby={help && `${id}-help`} />
      <label htmlFor={id}>{label}</label>
      {help && (
        <p id={`${id}-help`} className={classes.help}>
          {help}
        </p>
      )}
    </div>
  );
}
