/** Button that fills the empty fields of a new row from the row that the user entered last. */
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { Button } from "../../../components/button.tsx";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { api } from "../../../lib/http/api.ts";
import { messageOf } from "../../../lib/http/problem.ts";
import type { FormValues } from "../fields/form-values.ts";
import { valuesToFill } from "./entry-order.ts";

export function DuplicateLast({ record, user }: { record: AnyRecord; user: CurrentUser }) {
  const form = useFormContext<FormValues>();
  const [notice, setNotice] = useState("");
  const fill = async () => {
    const { data } = await api.list(record.path, {
      ...record.fixed,
      user_id: user.id,
      sort: [{ field: "id", dir: "desc" }],
      page: 1,
      page_size: 1,
    });
    const [last] = data;
    if (!last) return `You have not entered any ${record.noun.many} yet.`;
    const empty = Object.entries(valuesToFill(record, last, form.getValues()));
    for (const [name, value] of empty) form.setValue(name, value, { shouldDirty: true });
    return empty.length === 1 ? "1 field is filled in." : `${empty.length} fields are filled in.`;
  };
  return (
    <>
      <Button look="default" onClick={() => void fill().catch(messageOf).then(setNotice)}>
        Copy last entry
      </Button>
      <span role="status">{notice}</span>
    </>
  );
}
