/** The name of the ARBO that a list is narrowed to, as a link to its page. */
import { useQuery } from "@tanstack/react-query";
import { arboHomeOf, arboNameColumn } from "#shared/records/vocabulary/arbo-link.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../lib/http/api.ts";
import { ArboLink } from "./arbo-link.tsx";

export function ArboName({ record, id }: { record: AnyRecord; id: string }) {
  const path = arboHomeOf(record) ?? record.path;
  const { data } = useQuery({
    queryKey: ["records", path, "name", id],
    queryFn: async ({ signal }) =>
      (await api.list(path, { id, page: 1, page_size: 1 }, signal)).data[0] ?? null,
    staleTime: 300_000,
  });
  const name = String(data?.[arboNameColumn] ?? `No name (${id})`);
  return (
    <ArboLink address={`/homepage/arbo/${encodeURIComponent(id)}`} name={name}>
      {name}
    </ArboLink>
  );
}
