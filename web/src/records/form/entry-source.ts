/**
 * Loads the source row from which new rows are entered: the training from which participants are entered (registry:
 * `enteredFrom`), or the parent of the new rows, such as their ARBO.
 */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AnyRecord, Parent } from "#shared/records/vocabulary/types.ts";
import { api, type Row } from "../../lib/http/api.ts";
import { type RecordScreen, screenByPath } from "../common/record-screens.ts";
import { type FormValues, valuesOf } from "./fields/form-values.ts";
import { fillChanges } from "./fill/fill-values.ts";
import { chosenParent } from "./fill/parent-names.ts";

export interface EntryOrigin {
  screen: RecordScreen;
  title: string;
  /** Values that a new row copies from the source row. */
  values: FormValues;
}

/**
 * Returns the source row that the URL names. Returns null if there is none or the user can't see it, undefined while it
 * loads.
 */
export function useEntryOrigin(record: AnyRecord, from: string | undefined): EntryOrigin | null | undefined {
  const [path = "", id = ""] = from?.split(".") ?? [];
  const source = record.enteredFrom?.find((one) => one.path === path);
  const owner = chosenParent(record);
  const parent = owner?.path === path ? owner : null;
  const screen = screenByPath(path);
  const { data, isError } = useQuery({
    queryKey: ["records", path, "row", Number(id)],
    meta: { offline: "record" },
    queryFn: async ({ signal }) =>
      (await api.list(path, { id: Number(id), page: 1, page_size: 1 }, signal)).data[0] ?? null,
    enabled: source !== undefined || parent !== null,
  });
  return useMemo(() => {
    if (!(source || parent) || !screen || data === null || isError) return null;
    if (!data) return undefined;
    const taken = source
      ? Object.entries(source.takes).map(([own, other]) => [own, data[String(other)]])
      : [];
    const all = parent ? ofParent(record, parent, data) : valuesOf(record, Object.fromEntries(taken));
    const values = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
    return { screen, title: String(data[screen.title] ?? `${screen.noun.one} ${id}`), values };
  }, [record, source, parent, screen, data, isError, id]);
}

/** Returns the values that a new row takes from its parent: the parent's names, and the fields that it fills in. */
function ofParent(record: AnyRecord, { path, key, identifier, title }: Parent, row: Row): FormValues {
  const names = { [key]: row.id, [identifier]: row[identifier], [title]: row[title] };
  const filled = fillChanges(record, { [path]: row }, {}).map(({ name, after }) => [name, after]);
  return { ...valuesOf(record, names), ...Object.fromEntries(filled) };
}
