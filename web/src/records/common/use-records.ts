/** Queries for the rows of a record type, and updates of cached rows. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { totalText } from "../../lib/format.ts";
import { api, type Row } from "../../lib/http/api.ts";
import { invalidateSummaries, queryClient } from "../../lib/http/query-client.ts";
import { filterBody, type Listed, listBody } from "./list-body.ts";
import type { RecordSearch, RecordTab } from "./record-search.ts";

/**
 * Loads one page of rows and the number of matching rows. Until the page is loaded, the previous page stays visible.
 */
export function useRows(record: AnyRecord, search: RecordSearch) {
  const body = listBody(record, search);
  return useQuery({
    queryKey: ["records", record.path, "page", body],
    meta: { offline: "list" },
    queryFn: ({ signal }) => api.list(record.path, body, signal),
    placeholderData: keepPreviousData,
  });
}

/** Query for the number of rows in a tab that match the current filters. */
export function countQuery(record: Listed, search: RecordSearch, tab: RecordTab) {
  const body = { ...filterBody(record, search, tab), page: 1, page_size: 1 };
  return {
    queryKey: ["records", record.path, "count", body],
    meta: { offline: "list" },
    queryFn: ({ signal }: { signal: AbortSignal }) => api.list(record.path, body, signal),
  };
}

/** Loads the number of rows in a tab that match the current filters. */
export function useTabCount(record: Listed, search: RecordSearch, tab: RecordTab, wanted = true) {
  return useQuery({
    ...countQuery(record, search, tab),
    select: ({ total, total_capped }) => totalText(total, total_capped),
    placeholderData: keepPreviousData,
    enabled: wanted,
  });
}

/** Query for the current version of a row. The data is null if the row is deleted or belongs to another office. */
export const rowQuery = ({ path }: AnyRecord, id: number) => ({
  queryKey: ["records", path, "row", id],
  meta: { offline: "record" },
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.list(path, { id, page: 1, page_size: 1 }, signal)).data[0] ?? null,
});

/** Query for the history of a row, newest entry first. */
export const historyQuery = ({ path }: AnyRecord, id: number) => ({
  queryKey: ["records", path, "history", id],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.history(path, id, signal),
});

/** Query for the unusual values of the rows with the given ids. */
export const unusualQuery = ({ path }: AnyRecord, ids: readonly number[]) => ({
  queryKey: ["records", path, "unusual", ids],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.unusualValues(path, ids, signal),
});

export type UnusualValue = Awaited<ReturnType<typeof api.unusualValues>>[number];

/**
 * Replaces an edited row in the cached pages. Does not refetch the open list, so the list keeps its order and scroll
 * position. Marks all other cached data as outdated. The list is refetched when the user opens it again.
 */
export function updateCachedRow(record: AnyRecord, stored: Row): void {
  const put = <Row extends { id: number }>(row: Row): Row =>
    row.id === stored.id ? { ...row, ...stored } : row;
  queryClient.setQueriesData<Awaited<ReturnType<typeof api.list>>>(
    { queryKey: ["records", record.path, "page"] },
    (page) => page && { ...page, data: page.data.map(put) },
  );
  void invalidateSummaries();
  const isPage = (key: readonly unknown[]) => key[2] === "page";
  const ofRecord = ["records", record.path];
  void queryClient.invalidateQueries({ queryKey: ofRecord, predicate: ({ queryKey }) => !isPage(queryKey) });
  void queryClient.invalidateQueries({ queryKey: [...ofRecord, "page"], refetchType: "none" });
}
