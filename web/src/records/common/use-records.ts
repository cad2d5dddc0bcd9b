/** Reading and invalidating the rows of a record type. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { totalText } from "../../lib/format.ts";
import { api } from "../../lib/http/api.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { filterBody, type Listed, listBody } from "./list-body.ts";
import type { RecordSearch, RecordTab } from "./record-search.ts";

/** One page of rows, and the number of all that match. The page before stays while the next one loads. */
export function useRows(record: AnyRecord, search: RecordSearch) {
  const body = listBody(record, search);
  return useQuery({
    queryKey: ["records", record.path, "page", body],
    queryFn: ({ signal }) => api.list(record.path, body, signal),
    placeholderData: keepPreviousData,
  });
}

/** How many rows a tab holds under the filters. */
export function useTabCount(record: Listed, search: RecordSearch, tab: RecordTab, wanted = true) {
  const body = { ...filterBody(record, search, tab), page: 1, page_size: 1 };
  return useQuery({
    queryKey: ["records", record.path, "count", body],
    queryFn: ({ signal }) => api.list(record.path, body, signal),
    select: ({ total, total_capped }) => totalText(total, total_capped),
    placeholderData: keepPreviousData,
    enabled: wanted,
  });
}

/** After a write: pages, counts, histories and single rows of the record type are read anew. */
export const rowsChanged = (record: AnyRecord): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["records", record.path] });
