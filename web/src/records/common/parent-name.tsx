/** Name of the parent that a list is filtered by, as a link to the parent's page. */
import { useQuery } from "@tanstack/react-query";
import type { Parent } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { ParentLink } from "./parent-link.tsx";

export function ParentName({ parent, id }: { parent: Parent; id: string }) {
  const { name: segment, path, title } = parent;
  const { data } = useQuery({
    queryKey: ["records", path, "name", id],
    meta: { offline: "record" },
    queryFn: async ({ signal }) =>
      (await api.list(path, { id, page: 1, page_size: 1 }, signal)).data[0] ?? null,
    staleTime: 300_000,
  });
  const name = String(data?.[title] ?? `No name (${id})`);
  return (
    <ParentLink address={`/homepage/${segment}/${encodeURIComponent(id)}`} name={name}>
      {name}
    </ParentLink>
  );
}
