/** Renames a value in its list and, if the user chooses so, in the records that use the value. */

import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Group } from "../../../components/layout.tsx";
import { messageOf } from "../../../lib/http/problem.ts";
import { notify } from "../../../lib/notify.ts";
import form from "../../../records/form/fields/form.module.css";
import { lists } from "../common/admin-api.ts";
import { canChangeRecords, isKnown, isPaired, nameOf, reloadValues, typedValue } from "./list-values.ts";
import { rowsText, Usages, type ValueProps } from "./usages.tsx";

export function RenameValue(props: ValueProps) {
  const { row, usage, total, onClose } = props;
  const renaming = useRenaming(props);
  const { first, second, setFirst, setSecond, paired, problem, saving, save } = renaming;
  const id = useId();
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
        <RecordsChoice renaming={renaming} total={total}>
          <Usages row={row} usage={usage} />
        </RecordsChoice>
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

function useRenaming({ list, user, rows, row, total, onClose }: ValueProps) {
  const paired = isPaired(list);
  const [first, setFirst] = useState((paired ? row.category : row.type) ?? "");
  const [second, setSecond] = useState(row.sub_category ?? "");
  const mayInRecords = canChangeRecords(user);
  const [inRecords, setInRecords] = useState(mayInRecords);
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
      const also = total > 0 && inRecords && mayInRecords;
      const { renamed } = await lists.rename(list, {
        id: row.id,
        ...value,
        ...(also ? { rename_in_records: true } : {}),
      });
      await reloadValues(list);
      const alsoRenamed = also ? ` Also renamed in ${rowsText(renamed)}.` : "";
      notify({ tone: "success", message: `"${nameOf(row)}" is now "${name}".${alsoRenamed}` });
      onClose();
    } catch (thrown) {
      setProblem(messageOf(thrown));
      setSaving(false);
    }
  };
  const inputs = { paired, first, setFirst, second, setSecond };
  return { ...inputs, mayInRecords, inRecords, setInRecords, problem, saving, save };
}

interface RecordsChoiceProps {
  renaming: ReturnType<typeof useRenaming>;
  total: number;
  children: ReactNode;
}

/** Asks whether to rename the value also in the records that use it. */
function RecordsChoice({ renaming, total, children }: RecordsChoiceProps) {
  const { mayInRecords, inRecords, setInRecords } = renaming;
  return (
    <div className={form.notice}>
      <div>
        <label>
          <input
            type="checkbox"
            checked={inRecords && mayInRecords}
            disabled={!mayInRecords}
            onChange={(event) => setInRecords(event.currentTarget.checked)}
          />{" "}
          Also rename it in {rowsText(total)}
        </label>
        {!mayInRecords && <p>Only the central office can rename values in the records of all offices.</p>}
        {children}
      </div>
    </div>
  );
}
