/** Name of the parent that a list is filtered by, as a link to the parent's page. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Parent } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { ParentLink } from "./parent-link.tsx";

/** Query of the name of a parent. */
export const parentNameQuery = ({ path, title }: Parent, id: string) =>
  queryOptions({
    queryKey: ["records", path, "name", id],
    queryFn: async ({ signal }) => {
      const { data } = await api.list(path, { id, page: 1, page_size: 1 }, signal);
      return String(data[0]?.[title] ?? `No name (${id})`);
    },
    staleTime: 300_000,
  });

export function ParentName({ parent, id }: { parent: Parent; id: string }) {
  const { data: name = `No name (${id})` } = useQuery(parentNameQuery(parent, id));
  return (
    <ParentLink address={`/homepage/${parent.name}/${encodeURIComponent(id)}`} name={name}>
      {name}
    </ParentLink>
  );
}
