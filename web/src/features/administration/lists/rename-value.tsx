/** Renames a value, and also the value in the records that use it if the user chooses so. */

import { type FormEvent, useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Group } from "../../../components/layout.tsx";
import { messageOf } from "../../../lib/http/problem.ts";
import { notify } from "../../../lib/notify.ts";
import form from "../../../records/form/fields/form.module.css";
import { lists } from "../common/admin-api.ts";
import { isKnown, isPaired, nameOf, touchesRecords, typedValue, valuesChanged } from "./list-values.ts";
import { rowsText, Usages, type ValueProps } from "./usages.tsx";

export function RenameValue({ list, user, rows, row, usage, total, onClose }: ValueProps) {
  const id = useId();
  const paired = isPaired(list);
  const [first, setFirst] = useState((paired ? row.category : row.type) ?? "");
  const [second, setSecond] = useState(row.sub_category ?? "");
  const may = touchesRecords(user);
  const [inRecords, setInRecords] = useState(may);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const value = typedValue(list, first, second);
    if (!value) return setProblem("Enter a value.");
    const name = nameOf({ id: 0, ...value });
    if (name === nameOf(row)) return onClose();
    if (isKnown(rows, name, row.id))
      return setProblem(
        `"${name}" is already in the list. Delete this value and replace it with the existing one.`,
      );
    setSaving(true);
    setProblem(null);
    try {
      const also = total > 0 && inRecords && may;
      const { renamed } = await lists.rename(list, {
        id: row.id,
        ...value,
        ...(also ? { rename_in_records: true } : {}),
      });
      await valuesChanged(list);
      const alsoRenamed = also ? ` Also renamed in ${rowsText(renamed)}.` : "";
      notify({ tone: "success", message: `"${nameOf(row)}" is now "${name}".${alsoRenamed}` });
      onClose();
    } catch (thrown) {
      setProblem(messageOf(thrown));
      setSaving(false);
    }
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <div className={form.fields}>
        <div className={form.field}>
          <label htmlFor={id}>{paired ? "Category" : "Value"}</label>
          <input
            id={id}
            className={form.input}
            value={first}
            maxLength={250}
            data-autofocus
            aria-describedby={problem ? `${id}-problem` : undefined}
            aria-invalid={problem !== null || undefined}
            onChange={(event) => setFirst(event.currentTarget.value)}
          />
        </div>
        {paired && (
          <div className={form.field}>
            <label htmlFor={`${id}-sub`}>Sub-category</label>
            <input
              id={`${id}-sub`}
              className={form.input}
              value={second}
              maxLength={250}
              onChange={(event) => setSecond(event.currentTarget.value)}
            />
          </div>
        )}
      </div>
      {problem && (
        <p className={form.problem} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
      {total > 0 ? (
        <div className={form.notice}>
          <div>
            <label>
              <input
                type="checkbox"
                checked={inRecords && may}
                disabled={!may}
                onChange={(event) => setInRecords(event.currentTarget.checked)}
              />{" "}
              Also rename it in {rowsText(total)}
            </label>
            {!may && <p>Only the central office can rename values in the records of all offices.</p>}
            <Usages row={row} usage={usage} />
          </div>
        </div>
      ) : (
        <p className={form.help}>No record uses this value.</p>
      )}
      <Group at="end">
        <Button look="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={saving}>
          Rename
        </Button>
      </Group>
    </form>
  );
}
