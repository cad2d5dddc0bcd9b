/** Name and page link of the parent to whose rows a list is limited. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Parent } from "#shared/records/vocabulary/types.ts";
import { api, type Row } from "../../lib/http/api.ts";
import { ParentLink } from "./parent-link.tsx";

/** Query for the row of a parent. The data is null if the row does not exist or the user can't see the row. */
export const parentQuery = ({ path }: Parent, id: string) =>
  queryOptions({
    queryKey: ["records", path, "name", id],
    meta: { offline: "record" },
    queryFn: async ({ signal }) =>
      (await api.list(path, { id, page: 1, page_size: 1 }, signal)).data[0] ?? null,
    staleTime: 300_000,
  });

/**
 * Returns the name of a parent.
 * @param row Data of `parentQuery`; undefined while the row loads.
 */
export const parentName = ({ title }: Parent, id: string, row: Row | null | undefined): string =>
  String(row?.[title] ?? `No name (${id})`);

export function ParentName({ parent, id }: { parent: Parent; id: string }) {
  const { data } = useQuery(parentQuery(parent, id));
  const name = parentName(parent, id, data);
  return <ParentLink address={`/homepage/${parent.name}/${encodeURIComponent(id)}`}>{name}</ParentLink>;
}
