/** Deletes a value of a reference list. If records use the value, the user must first select a replacement. */

import { useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { SearchableDropdown } from "../../../components/dropdown/searchable-dropdown.tsx";
import { Group, Text } from "../../../components/layout.tsx";
import { useOneAction } from "../../../lib/hooks/use-one-action.ts";
import { notify } from "../../../lib/notify.ts";
import { named } from "../../../records/common/use-options.ts";
import form from "../../../records/form/fields/form.module.css";
import { lists } from "../common/admin-api.ts";
import { canChangeRecords, effectWithoutUse, nameOf, reloadValues, replacementsOf } from "./list-values.ts";
import { rowsText, Usages, type ValueProps } from "./usages.tsx";

export function DeleteValue(props: ValueProps) {
  const { list, user, row, total, onClose } = props;
  const [other, setOther] = useState<string | null>(null);
  const { busy, problem, attempt } = useOneAction();
  const used = total > 0;
  const remove = () =>
    attempt(async () => {
      // Reload the values even if the server refuses the deletion, because another user may have renamed the value.
      const { replaced } = await lists
        .remove(list, row, used ? (other ?? undefined) : undefined)
        .finally(() => reloadValues());
      const replacement = replaced > 0 ? ` Replaced with "${other}" in ${rowsText(replaced)}.` : "";
      notify({ tone: "success", message: `"${nameOf(row)}" has been deleted.${replacement}` });
      onClose();
    });
  return (
    <>
      {used ? (
        <Replacement {...props} other={other} onOther={setOther} />
      ) : (
        <Text>{effectWithoutUse(list, "delete")}</Text>
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
          disabled={used && (!canChangeRecords(user) || other === null)}
          onClick={() => void remove()}
        >
          {used ? `Replace in ${rowsText(total)} and delete` : "Delete"}
        </Button>
      </Group>
    </>
  );
}

/** Shows the records that use the value, and asks the user for a replacement. */
function Replacement(props: ValueProps & { other: string | null; onOther: (other: string | null) => void }) {
  const { user, rows, row, usage, total, other, onOther } = props;
  const id = useId();
  return (
    <>
      <Text>
        {rowsText(total)} {total === 1 ? "uses" : "use"} this value:
      </Text>
      <Usages row={row} usage={usage} />
      {canChangeRecords(user) ? (
        <div className={form.field}>
          <label htmlFor={id}>Replace with</label>
          <SearchableDropdown
            id={id}
            label="Replace with"
            value={other}
            options={named(replacementsOf(row, rows))}
            placeholder="Choose another value"
            onChange={onOther}
          />
          <p className={form.help}>The rows of all offices change, and the change is logged.</p>
        </div>
      ) : (
        <Text>This value is in use. Only the central office can replace and delete it.</Text>
      )}
    </>
  );
}
