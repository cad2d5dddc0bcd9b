/**
 * The parent of the form's row, such as its ARBO. A chosen parent also fills in fields such as town and ARC. Only empty
 * fields and fields with the former parent's value change, because typed values must not be overwritten.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { isSharedColumn } from "#shared/access/levels.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { CurrentUser } from "../../../lib/current-user.ts";
import { useStableCallback } from "../../../lib/hooks/use-stable-callback.ts";
import { api, type Row } from "../../../lib/http/api.ts";
import { isLocalId } from "../../../lib/outbox/entry.ts";
import { useWaitingRows } from "../../../lib/outbox/waiting-rows.ts";
import type { ParentFill } from "../fields/form-context.ts";
import type { FormValues } from "../fields/form-values.ts";
import { type FillSource, fillChanges } from "./fill-values.ts";
import { chosenParent, parentNames } from "./parent-names.ts";

/** @param isEditable False if the user can only read the row. The hook then does not load the parent. */
export function useParentFill(
  record: AnyRecord,
  user: CurrentUser,
  form: UseFormReturn<FormValues>,
  isEditable: boolean,
): ParentFill {
  const parent = chosenParent(record);
  const key = Number(useWatch({ control: form.control, name: parent?.key ?? "" }) ?? 0);
  const row = useParentRow(parent?.path ?? "", isEditable ? key : 0);
  const choose = useStableCallback((chosen: Row | string | null) => {
    if (!parent) return;
    const next = typeof chosen === "string" ? null : chosen;
    row.remember(next);
    const set = (values: FormValues) => {
      for (const [name, value] of Object.entries(values)) form.setValue(name, value, { shouldDirty: true });
      const names = Object.keys(values);
      const { isSubmitted } = form.formState;
      const toCheck = isSubmitted ? names : names.filter((name) => form.getFieldState(name).invalid);
      if (toCheck.length > 0) void form.trigger(toCheck);
    };
    const text = (name: string) => (next?.[name] ?? null) as string | null;
    set({
      ...dependentValues(record, user, form.getValues(), row.known, next),
      [parent.key]: next?.id ?? null,
      [parent.identifier]: text(parent.identifier),
      [parent.title]: typeof chosen === "string" ? chosen : text(parent.title),
    });
  });
  return { row: row.known, choose };
}

/** Returns the row of the parent with the given id, from the user's choice, the outbox or the server. */
function useParentRow(path: string, id: number) {
  const [chosen, remember] = useState<Row | null>(null);
  const waiting = useWaitingRows(path).find((row) => row.id === id);
  const local = [chosen, waiting].find((row) => row?.id === id);
  const { data } = useQuery({
    queryKey: ["records", path, "row", id],
    meta: { offline: "record" },
    queryFn: async ({ signal }) =>
      (await api.list(path, { id, page: 1, page_size: 1 }, signal)).data[0] ?? null,
    enabled: id !== 0 && !local && !isLocalId(id),
    staleTime: 60_000,
  });
  return { known: local ?? data ?? null, remember };
}

/**
 * Returns new values for the fields that the parent fills in. If the user removes the parent, clears the fields that
 * still have the parent's values.
 */
function dependentValues(
  record: AnyRecord,
  user: CurrentUser,
  values: FormValues,
  before: FillSource | null,
  next: FillSource | null,
): FormValues {
  const path = record.parent?.path ?? "";
  const others = new Set(
    before ? fillChanges(record, { [path]: before }, values).map(({ name }) => name) : [],
  );
  const changes = fillChanges(record, { [path]: next ?? {} }, values).filter(
    ({ name, before: now }) =>
      !parentNames(record).includes(name) &&
      (now === null || (before !== null && !others.has(name))) &&
      (next !== null || !isSharedColumn(user.level, name)),
  );
  return Object.fromEntries(changes.map(({ name, after }) => [name, after]));
}
