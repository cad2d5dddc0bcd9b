/**
 * Excel report of a list, with all rows that match the filters and search. Contains one tab or all tabs. The worker
 * fetches the rows and writes the file.
 */
import { fullLabel } from "#shared/records/vocabulary/full-label.ts";
import { api, type ListBody } from "../../lib/http/api.ts";
import { readSession } from "../../lib/http/session.ts";
import type { RecordTab } from "../common/record-search.ts";
import type { ScreenProps } from "../common/screen-props.ts";
import { describeList } from "../conditions/list-words.ts";
import { writeFile } from "../workbook/excel-client.ts";
import type { MakeReport } from "../workbook/report-job.ts";
import { aboutFile } from "./about-file.ts";

export interface ListOfReport extends Pick<ScreenProps, "record" | "user" | "search"> {
  /** Tab whose rows are exported; "all" for the rows of all tabs. */
  tab: RecordTab;
}

/** @param filter Filters, search and sort of the list, without a page. */
export function listReport({ record, user, search, tab }: ListOfReport, filter: ListBody): MakeReport {
  return async (signal, onProgress) => {
    // This request also renews a session that is about to expire, because the worker cannot renew a session.
    const { total } = await api.list(record.path, { ...filter, page: 1, page_size: 1 }, signal);
    if (total === 0) return null;
    const token = readSession()?.access_token ?? "";
    const conditions = await describeList(record, search, tab);
    const about = aboutFile({ user, title: fullLabel(record), conditions });
    return writeFile(
      {
        ...{ kind: "report", route: record.route, filter, token, all: total, about },
        stages: tab === "all" && record.approval,
      },
      { signal, onProgress },
    );
  };
}
