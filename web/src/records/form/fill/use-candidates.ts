/** Rows of a record type to choose from, found by the typed text; the server narrows them to the caller's offices. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AnyRecord } from "../../../../../edge-functions/_shared/records/types.ts";
import { api } from "../../../lib/api.ts";
import { loadRecord, screenByPath } from "../../record-screens.ts";
import { useDebounced } from "../../use-debounced.ts";

const offered = 50;

/** `only` narrows them further. */
export function useCandidates(path: string, only?: AnyRecord["fixed"]) {
  const [text, setText] = useState("");
  const q = useDebounced(text, 250);
  const source = useQuery({
    queryKey: ["registry", path],
    queryFn: async () => (await loadRecord(screenByPath(path)?.route ?? "")) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const record = source.data ?? null;
  const rows = useQuery({
    queryKey: ["records", path, "candidates", only, q],
    queryFn: ({ signal }) =>
      api.list(
        path,
        {
          ...only,
          ...(q.trim() ? { q: q.trim() } : {}),
          page: 1,
          page_size: offered,
          sort: record ? [record.defaultSort] : [],
        },
        signal,
      ),
    enabled: record !== null,
    staleTime: 60_000,
  });
  // While an answer to what was typed is awaited nothing is offered: Enter would choose from the answer before.
  const settled = text === q;
  return {
    record,
    rows: (settled && rows.data?.data) || [],
    loading: rows.isFetching || !settled,
    onSearch: setText,
  };
}
