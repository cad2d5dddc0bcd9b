/** Tab and filters of a list in words, with the name of the parent by which the list is filtered. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { parentName, parentQuery } from "../common/parent-name.tsx";
import type { RecordSearch } from "../common/record-search.ts";
import { listWords } from "./list-words.ts";

/** Returns one sentence per filter. Loads the name of the parent. */
export async function listInWords(record: AnyRecord, search: RecordSearch): Promise<string[]> {
  const { parent } = record;
  const id = parent && search.about?.[parent.name];
  if (!parent || typeof id !== "string") return listWords(record, search, null);
  const row = await queryClient.fetchQuery(parentQuery(parent, id));
  return listWords(record, search, parentName(parent, id, row));
}
