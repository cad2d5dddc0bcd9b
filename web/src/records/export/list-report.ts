/** Report of a list: all rows that match its filters and search, fetched and written by the worker. */
import type { AnyRecord } from "#shared/records/vocabulary/types.ts";
import { api, type ListBody } from "../../lib/http/api.ts";
import { readSession } from "../../lib/http/session.ts";
import { writeFile } from "../workbook/excel-client.ts";
import type { MakeReport } from "../workbook/report-job.ts";

/** @param filter Filters, search and sort of the list, without a page. */
export function listReport(record: AnyRecord, filter: ListBody): MakeReport {
  return async (signal, onProgress) => {
    // This request also renews a session that is about to expire. The worker cannot renew it.
    const { total } = await api.list(record.path, { ...filter, page: 1, page_size: 1 }, signal);
    if (total === 0) return null;
    const token = readSession()?.access_token ?? "";
    return writeFile(
      { kind: "report", route: record.route, filter, token, all: total },
      { signal, onProgress },
    );
  };
}
