/**
 * Loads the source row from which new rows are entered: the training from which participants are entered (registry:
 * `enteredFrom`), or the parent of the new rows, such as their ARBO.
 */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api, type Row } from "../../lib/http/api.ts";
import { type RecordScreen, screenByPath } from "../common/record-screens.ts";
import { type FormValues, valuesOf } from "./fields/form-values.ts";

export interface EntryOrigin {
  screen: RecordScreen;
  title: string;
  /** Values that a new row copies from the source row. */
  values: FormValues;
  row: Row;
}

/**
 * Returns the source row that the URL names. Returns null if there is none or the user can't see it, undefined while it
 * loads.
 */
export function useEntryOrigin(record: AnyRecord, from: string | undefined): EntryOrigin | null | undefined {
  const [path = "", id = ""] = from?.split(".") ?? [];
  const source = record.enteredFrom?.find((one) => one.path === path);
  const parent = record.parent?.path === path && record.path !== path ? record.parent : null;
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
    const takes: Readonly<Record<string, unknown>> = source?.takes ?? {
      ...(parent && {
        [parent.key]: "id",
        [parent.identifier]: parent.identifier,
        [parent.title]: parent.title,
      }),
    };
    const taken = Object.entries(takes).map(([own, other]) => [own, data[String(other)]]);
    const all = valuesOf(record, Object.fromEntries(taken));
    const values = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
    return { screen, title: String(data[screen.title] ?? `${screen.noun.one} ${id}`), values, row: data };
  }, [record, source, parent, screen, data, isError, id]);
}
