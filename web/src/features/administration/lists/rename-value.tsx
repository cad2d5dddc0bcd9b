/** Renames a value in its list and, if the user wants, in the records that use the value. */

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Group } from "../../../components/layout.tsx";
import { notify } from "../../../lib/notify.ts";
import form from "../../../records/form/fields/form.module.css";
import { lists } from "../common/admin-api.ts";
import { canChangeRecords, effectWithoutUse, nameOf, reloadValues } from "./list-values.ts";
import { rowsText, Usages, type ValueProps } from "./usages.tsx";
import { useTypedValue, ValueFields, ValueProblem } from "./value-fields.tsx";

export function RenameValue(props: ValueProps) {
  const { list, row, usage, total, onClose } = props;
  const renaming = useRenaming(props);
  const { typed, save } = renaming;
  return (
    <form data-unsaved={typed.isChanged} onSubmit={(event) => void save(event)} noValidate>
      <div className={form.fields}>
        <ValueFields typed={typed} label="Value" />
      </div>
      <ValueProblem typed={typed} />
      {total > 0 ? (
        <RecordsChoice renaming={renaming} total={total}>
          <Usages row={row} usage={usage} />
        </RecordsChoice>
      ) : (
        <p className={form.help}>{effectWithoutUse(list, "rename")}</p>
      )}
      <Group at="end">
        <Button look="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={typed.busy}>
          Rename
        </Button>
      </Group>
    </form>
  );
}

function useRenaming({ list, user, rows, row, total, onClose }: ValueProps) {
  const typed = useTypedValue(list, rows, row);
  const mayInRecords = canChangeRecords(user);
  const [inRecords, setInRecords] = useState(mayInRecords);
  const rename = async () => {
    const { value, name } = typed.read();
    if (name === nameOf(row)) return onClose();
    const also = total > 0 && inRecords && mayInRecords;
    // Reload the values even if the server refuses the change, because another user may have renamed the value.
    const { renamed } = await lists
      .rename(list, row, { ...value, ...(also ? { rename_in_records: true } : {}) })
      .finally(() => reloadValues());
    const alsoRenamed = also ? ` Also renamed in ${rowsText(renamed)}.` : "";
    notify({ tone: "success", message: `"${nameOf(row)}" is now "${name}".${alsoRenamed}` });
    onClose();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    return typed.attempt(rename);
  };
  return { typed, mayInRecords, inRecords, setInRecords, save };
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
