/** Inputs for a value of a reference list: one field, or two for a category and a sub-category. */
import { useId, useRef, useState } from "react";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import { useOneAction } from "../../../lib/hooks/use-one-action.ts";
import type { DropdownRow } from "../../../lib/http/api.ts";
import form from "../../../records/form/fields/form.module.css";
import { findTwin, isPaired, nameOf, typedValue } from "./list-values.ts";

/**
 * Returns the state of the fields and of the request that saves the value.
 * @param row The row being renamed; missing for a new value.
 */
export function useTypedValue(list: DropdownList, rows: readonly DropdownRow[], row?: DropdownRow) {
  const stored = { first: row?.category ?? row?.type ?? "", second: row?.sub_category ?? "" };
  const [first, setFirst] = useState(stored.first);
  const [second, setSecond] = useState(stored.second);
  const isChanged = first !== stored.first || second !== stored.second;
  const input = useRef<HTMLInputElement>(null);
  /** @throws if a required part is missing, or if another row of the list has the same value. */
  const read = () => {
    const value = typedValue(list, first, second);
    if (!value) throw new Error("Enter a value.");
    const name = nameOf({ id: 0, ...value });
    const advice = row ? " Delete this value and replace it with the existing one." : "";
    const twin = findTwin(rows, value, row?.id);
    if (twin) throw new Error(`"${nameOf(twin)}" is already in the list.${advice}`);
    return { value, name };
  };
  const fields = { id: useId(), paired: isPaired(list), first, setFirst, second, setSecond, input };
  return { ...fields, ...useOneAction(), isChanged, read };
}

type TypedValue = ReturnType<typeof useTypedValue>;

interface Props {
  typed: TypedValue;
  /** Label of the text field for a value without a category. */
  label: string;
  /** Categories to offer while the user types. */
  categories?: readonly string[];
}

export function ValueFields({ typed, label, categories }: Props) {
  const { id, paired, first, setFirst, second, setSecond, input, problem, clearProblem } = typed;
  const attributes = { className: form.input, maxLength: 250, autoComplete: "off", onInput: clearProblem };
  return (
    <>
      <div className={form.field}>
        <label htmlFor={id}>{paired ? "Category" : label}</label>
        <input
          {...attributes}
          id={id}
          ref={input}
          value={first}
          list={categories && `${id}-known`}
          data-autofocus
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
        {categories && (
          <datalist id={`${id}-known`}>
            {categories.map((category) => (
              <option key={category} value={category} />
            ))}
          </datalist>
        )}
      </div>
      {paired && (
        <div className={form.field}>
          <label htmlFor={`${id}-sub`}>Sub-category</label>
          <input
            {...attributes}
            id={`${id}-sub`}
            value={second}
            onChange={(event) => setSecond(event.currentTarget.value)}
          />
        </div>
      )}
    </>
  );
}

export const ValueProblem = ({ typed: { id, problem } }: { typed: TypedValue }) =>
  problem && (
    <p className={form.problem} id={`${id}-problem`} role="alert">
      {problem}
    </p>
  );
