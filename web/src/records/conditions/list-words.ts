/** All filters of a list in words: its tab, chosen filters, conditions, search and checks. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { checkLabels, isDrilled, type RecordSearch, reviewLabels, tabOf } from "../common/record-search.ts";
import { drillFilters, drillTitle } from "./drill-words.ts";
import { filterWords } from "./filter-words.ts";

const stages = { pending: "Pending", approved: "Approved", all: undefined } as const;

/** Returns one sentence per filter. @param parentName Name of the parent whose rows are listed; null if there is none. */
export function listWords(record: AnyRecord, search: RecordSearch, parentName: string | null): string[] {
  const { where, filter, check, review, q } = search;
  const stage = record.approval ? stages[tabOf(search)] : undefined;
  return [
    ...(isDrilled(search) ? [drillTitle(record, search), ...drillFilters(record, search)] : []),
    ...(parentName === null ? [] : [`Records of ${parentName}`]),
    ...(stage ? filterWords(record, { process_stage: stage }) : []),
    ...filterWords(record, where),
    ...filterWords(record, filter),
    ...(check ? [`Only records of the filter "${checkLabels[check]}"`] : []),
    ...(review ? [`Only records of the filter "${reviewLabels[review]}"`] : []),
    ...(q ? [`Contains the words: ${q}`] : []),
  ];
}
