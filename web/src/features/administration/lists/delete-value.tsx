/** Deletes a value. One that records hold is deleted only by putting another value in its place. */

import { useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import { Group, Text } from "../../../components/layout.tsx";
import { messageOf } from "../../../lib/http/problem.ts";
import { notify } from "../../../lib/notify.ts";
import form from "../../../records/form/fields/form.module.css";
import { lists } from "../common/admin-api.ts";
import { named } from "../common/filter-fields.tsx";
import { nameOf, touchesRecords, valuesChanged } from "./list-values.ts";
import { rowsText, Usages, type ValueProps } from "./usages.tsx";

export function DeleteValue({ list, user, rows, row, usage, total, onClose }: ValueProps) {
  const id = useId();
  const [other, setOther] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const used = total > 0;
  const may = touchesRecords(user);
  const remove = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { replaced } = await lists.remove(list, row.id, used ? (other ?? undefined) : undefined);
      await valuesChanged(list);
      const told = replaced > 0 ? ` ${rowsText(replaced)} now hold "${other}".` : "";
      notify({ tone: "success", message: `"${nameOf(row)}" has been deleted.${told}` });
      onClose();
    } catch (thrown) {
      setProblem(messageOf(thrown));
      setBusy(false);
    }
  };
  const others = rows
    .filter((one) => one.id !== row.id)
    .map((one) => one.type ?? one.sub_category ?? one.category ?? "");
  return (
    <>
      {used ? (
        <>
          <Text>
            {rowsText(total)} {total === 1 ? "holds" : "hold"} this value:
          </Text>
          <Usages row={row} usage={usage} />
          {may ? (
            <div className={form.field}>
              <label htmlFor={id}>Replace with</label>
              <SearchableDropdown
                id={id}
                label="Replace with"
                value={other}
                options={named([...new Set(others)].filter(Boolean))}
                placeholder="Choose another value"
                onChange={setOther}
              />
              <p className={form.help}>The rows of all offices are changed and the change is logged.</p>
            </div>
          ) : (
            <Text>Only the central office can replace it. Until then it cannot be deleted.</Text>
          )}
        </>
      ) : (
        <Text>No record uses it. Forms will no longer offer it.</Text>
      )}
      {problem && (
        <p className={form.problem} role="alert">
          {problem}
        </p>
      )}
      <Group at="end">
        <Button look="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button
          tone="danger"
          loading={busy}
          disabled={used && (!may || other === null)}
          onClick={() => void remove()}
        >
          {used ? `Replace in ${rowsText(total)} and delete` : "Delete"}
        </Button>
      </Group>
    </>
  );
}
