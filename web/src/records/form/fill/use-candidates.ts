/**
 * Searches the rows of a record type that the user can choose in a form. The server returns only rows of the user's
 * offices.
 */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api } from "../../../lib/http/api.ts";
import { loadRecord, screenByPath } from "../../common/record-screens.ts";

const offered = 50;

/** @param only Additional filter: column values that the rows must have. */
export function useCandidates(path: string, only?: AnyRecord["fixed"]) {
  const [q, setQ] = useState("");
  const source = useQuery({
    queryKey: ["registry", path],
    queryFn: async () => (await loadRecord(screenByPath(path)?.route ?? "")) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const record = source.data ?? null;
  const rows = useQuery({
    queryKey: ["records", path, "candidates", only, q],
    meta: { offline: "list", fromRows: true },
    queryFn: ({ signal }) =>
      api.list(
        path,
        {
          ...only,
          ...(q ? { q } : {}),
          page: 1,
          page_size: offered,
          sort: record ? [record.defaultSort] : [],
        },
        signal,
      ),
    enabled: record !== null,
    staleTime: 60_000,
  });
  return { record, rows: rows.data?.data ?? [], loading: rows.isFetching, onSearch: setQ };
}
