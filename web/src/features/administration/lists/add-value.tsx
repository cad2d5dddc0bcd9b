/** Adds a value to a reference list. */
import { IconPlus } from "@tabler/icons-react";
import type { FormEvent } from "react";
import type { DropdownList } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../../components/button.tsx";
import type { DropdownRow } from "../../../lib/http/api.ts";
import { notify } from "../../../lib/notify.ts";
import { lists } from "../common/admin-api.ts";
import classes from "../common/administration.module.css";
import { reloadValues } from "./list-values.ts";
import { useTypedValue, ValueFields, ValueProblem } from "./value-fields.tsx";

interface Props {
  list: DropdownList;
  rows: readonly DropdownRow[];
}

export function AddValue({ list, rows }: Props) {
  const typed = useTypedValue(list, rows);
  const { paired, busy, attempt, read, setFirst, setSecond, input } = typed;
  const categories = [...new Set(rows.map(({ category }) => category ?? ""))].filter(Boolean);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    await attempt(async () => {
      const { value, name } = read();
      await lists.register(list, value);
      await reloadValues();
      notify({ tone: "success", message: `"${name}" has been added.` });
      setFirst("");
      setSecond("");
    });
    // Return the focus to the field, so that the user can type the next value or correct the current value.
    input.current?.focus();
  };
  return (
    <form className={classes.add} onSubmit={(event) => void add(event)} noValidate>
      <ValueFields typed={typed} label="New value" {...(paired ? { categories } : {})} />
      <Button type="submit" icon={<IconPlus size={16} aria-hidden />} disabled={busy}>
        Add
      </Button>
      <ValueProblem typed={typed} />
    </form>
  );
}
