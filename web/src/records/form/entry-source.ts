/** The row that new rows are entered from, such as the training of the people to be entered (registry: `enteredFrom`). */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { type RecordScreen, screenByPath } from "../common/record-screens.ts";
import { type FormValues, valuesOf } from "./fields/form-values.ts";

export interface EntryOrigin {
  screen: RecordScreen;
  /** What the row is called. */
  title: string;
  /** What a new row takes over from it. */
  values: FormValues;
}

/** Null where the address names none, or one that the user does not see; undefined while the row is read. */
export function useEntryOrigin(record: AnyRecord, from: string | undefined): EntryOrigin | null | undefined {
  const [path = "", id = ""] = from?.split(".") ?? [];
  const source = record.enteredFrom?.find((one) => one.path === path);
  const screen = screenByPath(path);
  const { data } = useQuery({
    queryKey: ["records", path, "row", Number(id)],
    queryFn: async ({ signal }) =>
      (await api.list(path, { id: Number(id), page: 1, page_size: 1 }, signal)).data[0] ?? null,
    enabled: source !== undefined,
  });
  return useMemo(() => {
    if (!source || !screen || data === null) return null;
    if (!data) return undefined;
    const taken = Object.entries(source.takes).map(([own, other]) => [own, data[String(other)]]);
    const all = valuesOf(record, Object.fromEntries(taken));
    const values = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
    return { screen, title: String(data[screen.title] ?? `${screen.noun.one} ${id}`), values };
  }, [record, source, screen, data, id]);
}
