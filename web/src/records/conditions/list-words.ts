/**
 * Describes all filters of a list in words: tab, chosen filters, conditions, search text, and filters for rows that
 * need attention.
 */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { parentName, parentQuery } from "../common/parent-name.tsx";
import {
  checkLabels,
  isDrilled,
  type RecordSearch,
  type RecordTab,
  reviewLabels,
  tabOf,
} from "../common/record-search.ts";
import { drillFilters, drillTitle, isListOfParent } from "./drill-words.ts";
import { filterWords } from "./filter-words.ts";

const stages = { pending: "Pending", approved: "Approved", all: undefined } as const;

/**
 * Returns one sentence per filter of a list.
 * @param nameOfParent Name of the parent whose rows are listed; null if the list is not limited to a parent.
 * @param tab Tab whose rows are described; "all" for the rows of all tabs.
 */
export function listWords(
  record: AnyRecord,
  search: RecordSearch,
  nameOfParent: string | null,
  tab = tabOf(search),
): string[] {
  const { where, filter, check, review, q } = search;
  const stage = record.approval ? stages[tab] : undefined;
  return [
    ...(isDrilled(search) && !isListOfParent(record, search) ? [drillTitle(record, search)] : []),
    ...(isDrilled(search) ? drillFilters(record, search) : []),
    ...(nameOfParent === null ? [] : [`Records of ${nameOfParent}`]),
    ...(stage ? filterWords(record, { process_stage: stage }) : []),
    ...filterWords(record, where),
    ...filterWords(record, filter),
    ...(check ? [`Only records of the filter "${checkLabels[check]}"`] : []),
    ...(review ? [`Only records of the filter "${reviewLabels[review]}"`] : []),
    ...(q ? [`Contains the words: ${q}`] : []),
  ];
}

/**
 * Returns one sentence per filter of a list. Loads the name of the parent if the list is limited to the rows of a
 * parent.
 */
export async function describeList(
  record: AnyRecord,
  search: RecordSearch,
  tab: RecordTab,
): Promise<string[]> {
  const { parent } = record;
  const id = parent && search.about?.[parent.name];
  if (!parent || typeof id !== "string") return listWords(record, search, null, tab);
  const row = await queryClient.fetchQuery(parentQuery(parent, id));
  return listWords(record, search, parentName(parent, id, row), tab);
}

/**
 * TanStack query for the sentences of `describeList`.
 * @param tab Tab whose rows are described; "all" for the rows of all tabs.
 */
export const wordsQuery = (record: AnyRecord, search: RecordSearch, tab: RecordTab) => ({
  queryKey: ["records", record.path, "words", search, tab],
  queryFn: () => describeList(record, search, tab),
});
