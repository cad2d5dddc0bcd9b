/** Adds a value to a reference list. */
import { IconPlus } from "@tabler/icons-react";
import { type FormEvent, useId, useRef, useState } from "react";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../../components/button.tsx";
import type { DropdownRow } from "../../../lib/http/api.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import { notify } from "../../../lib/notify.ts";
import form from "../../../records/form/fields/form.module.css";
import { lists } from "../common/admin-api.ts";
import classes from "../common/administration.module.css";
import { isKnown, isPaired, nameOf, reloadValues, typedValue } from "./list-values.ts";

interface Props {
  list: DropdownList;
  rows: readonly DropdownRow[];
}

export function AddValue({ list, rows }: Props) {
  const id = useId();
  const { first, second, setFirst, setSecond, input, problem, busy, add } = useNewValue({ list, rows });
  const paired = isPaired(list);
  const categories = [...new Set(rows.map(({ category }) => category ?? ""))].filter(Boolean);
  return (
    <form className={classes.add} onSubmit={(event) => void add(event)} noValidate>
      <div className={form.field}>
        <label htmlFor={id}>{paired ? "Category" : "New value"}</label>
        <input
          id={id}
          ref={input}
          className={form.input}
          value={first}
          maxLength={250}
          autoComplete="off"
          list={paired ? `${id}-known` : undefined}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
        {paired && (
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
            id={`${id}-sub`}
            className={form.input}
            value={second}
            maxLength={250}
            autoComplete="off"
            onChange={(event) => setSecond(event.currentTarget.value)}
          />
        </div>
      )}
      <Button type="submit" icon={<IconPlus size={16} aria-hidden />} disabled={busy}>
        Add
      </Button>
      {problem && (
        <p className={form.problem} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function useNewValue({ list, rows }: Props) {
  const [first, setFirst] = useState("");
  const [second, setSecond] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** The first input, which gets the focus again after each added value. */
  const input = useRef<HTMLInputElement>(null);
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text);
    setProblem(null);
  };
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const value = typedValue(list, first, second);
    if (!value) return setProblem("Enter a value.");
    const name = nameOf({ id: 0, ...value });
    if (isKnown(rows, name)) return setProblem(`"${name}" is already in the list.`);
    setBusy(true);
    setProblem(null);
    try {
      await lists.register(list, value);
      await reloadValues(list);
      notify({ tone: "success", message: `"${name}" has been added.` });
      setFirst("");
      setSecond("");
    } catch (thrown) {
      setProblem(messageOf(thrown));
    }
    setBusy(false);
    input.current?.focus();
  };
  return { first, second, setFirst: typed(setFirst), setSecond: typed(setSecond), input, problem, busy, add };
}
