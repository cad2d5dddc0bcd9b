/** Report of a list: all rows that match its filters and search, fetched and written by the worker. */
import { fullLabel } from "#shared/records/vocabulary/full-label.ts";
import { api, type ListBody } from "../../lib/http/api.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { readSession } from "../../lib/http/session.ts";
import { parentName, parentQuery } from "../common/parent-name.tsx";
import type { ScreenProps } from "../common/screen-props.ts";
import { listWords } from "../conditions/list-words.ts";
import { writeFile } from "../workbook/excel-client.ts";
import type { MakeReport } from "../workbook/report-job.ts";
import { aboutFile } from "./about-file.ts";

export type ListOfReport = Pick<ScreenProps, "record" | "user" | "search">;

/** @param filter Filters, search and sort of the list, without a page. */
export function listReport(list: ListOfReport, filter: ListBody): MakeReport {
  const { record, user } = list;
  return async (signal, onProgress) => {
    // This request also renews a session that is about to expire. The worker cannot renew it.
    const { total } = await api.list(record.path, { ...filter, page: 1, page_size: 1 }, signal);
    if (total === 0) return null;
    const token = readSession()?.access_token ?? "";
    const conditions = await conditionsOf(list);
    const about = aboutFile({ user, title: fullLabel(record), conditions });
    return writeFile(
      { kind: "report", route: record.route, filter, token, all: total, about },
      { signal, onProgress },
    );
  };
}

/** Returns the filters of the list in words. */
async function conditionsOf({ record, search }: ListOfReport): Promise<string[]> {
  const { parent } = record;
  const id = parent && search.about?.[parent.name];
  if (!parent || typeof id !== "string") return listWords(record, search, null);
  const row = await queryClient.fetchQuery(parentQuery(parent, id));
  return listWords(record, search, parentName(parent, id, row));
}
