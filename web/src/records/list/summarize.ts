/** Opens the screen Explore with the record type and the filters of a list. */
import { useNavigate } from "@tanstack/react-router";
import type { FilterGrammar } from "#shared/contracts/filters/conditions.ts";
import { joinFilters } from "#shared/contracts/filters/join-filters.ts";
import { yearFilter } from "#shared/records/vocabulary/parent.ts";
import { yearColumns } from "#shared/records/vocabulary/parent-fields.ts";
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import type { ListBody } from "../../lib/http/api.ts";
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
 * Returns the filters of a list as one filter for Explore. Omits the search text and a figure, because they are not
 * conditions on fields. Without the figure, the fixed filter of the screen applies. Omits the default tab New/Pending,
 * because users usually summarize all records.
 */
export function summarizedFilter(record: AnyRecord, search: RecordSearch): FilterGrammar | undefined {
  const { filter, ...listed } = filterBody(record, { ...search, figure: undefined }, "all");
  const body = { ...(search.figure ? record.fixed : {}), ...listed };
  const known = new Set([
    "id",
    ...[...record.fields, ...(record.serverFields ?? [])].map(({ name }) => name),
  ]);
  const plain = Object.fromEntries(Object.entries(body).filter(([name]) => known.has(name))) as FilterGrammar;
  const stage = record.approval && search.tab === "approved" ? { process_stage: "Approved" } : undefined;
  return joinFilters([plain, ...parentConditions(record, body), filter as FilterGrammar | undefined, stage]);
}

/** Converts the filters "parent" and "year" of a list to conditions on fields. */
function parentConditions(record: AnyRecord, body: ListBody): FilterGrammar[] {
  const { parent } = record;
  if (!parent) return [];
  const [id, year] = [body[parent.name], body[yearFilter(parent)]];
  return [
    ...(id === undefined ? [] : [{ [parent.key]: Number(id) }]),
    ...(year === undefined ? [] : [yearCondition(record, year)]),
  ];
}

/** @param year Year, or [""] for the rows without a year. */
function yearCondition(record: AnyRecord, year: unknown): FilterGrammar {
  const columns = yearColumns(record);
  const blank = (upTo: number) =>
    Object.fromEntries(columns.slice(0, upTo).map(({ name }) => [name, { blank: true }]));
  if (!Number(year)) return blank(columns.length);
  // A row's year is the value of its first non-empty year column, so all year columns before must be blank.
  return {
    any: columns.map(({ name, kind }, at) => ({
      ...blank(at),
      [name]: kind === "date" ? { between: [`${year}-01-01`, `${year}-12-31`] } : year,
    })),
  } as FilterGrammar;
}
