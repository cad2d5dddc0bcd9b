/** Opens Explore with the record type and filters of a list. */
import { useNavigate } from "@tanstack/react-router";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { joinFilters } from "#shared/contracts/filters/join-filters.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { filterBody } from "../common/list-body.ts";
import type { RecordSearch } from "../common/record-search.ts";

export function useSummarize(record: AnyRecord, search: RecordSearch): () => void {
  const navigate = useNavigate();
  return () =>
    void navigate({
      to: "/homepage/report/explore",
      search: { record: record.path, filter: summarizedFilter(record, search) },
    });
}

/**
 * Returns the filters and conditions of a list as one filter. The search words and a figure are left out, because they
 * are not conditions on fields. The tab New/Pending, which opens by default, is left out too, because users usually
 * summarize all records.
 */
export function summarizedFilter(record: AnyRecord, search: RecordSearch): FilterGrammar | undefined {
  const { filter, ...body } = filterBody(record, { ...search, figure: undefined }, "all");
  const known = new Set([...record.fields, ...(record.serverFields ?? [])].map(({ name }) => name));
  const plain = Object.fromEntries(Object.entries(body).filter(([name]) => known.has(name))) as FilterGrammar;
  const stage = record.approval && search.tab === "approved" ? { process_stage: "Approved" } : undefined;
  return joinFilters([plain, filter as FilterGrammar | undefined, stage]);
}
