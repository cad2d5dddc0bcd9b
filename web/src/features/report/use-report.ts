/** The report requests (spec section 7), repeated when the filters of the report change. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AnswerOf, BodyOf } from "#shared/contracts/index.ts";
import { call } from "../../lib/http/http.ts";

type Report =
  | "POST /api/targetaccompfme"
  | "POST /api/report-arbocapdevcd"
  | "POST /api/report-capdevrecord"
  | "POST /api/offices-not-reported";

/**
 * Reports that this browser must not store. Reading a training record must reach the server, which logs each reading.
 * The report of offices that have not reported contains names and e-mail addresses.
 */
const notStored: ReadonlySet<Report> = new Set([
  "POST /api/report-capdevrecord",
  "POST /api/offices-not-reported",
]);

/** Calls a report. The previous report stays while the next one loads. */
export function useReport<R extends Report>(route: R, body: BodyOf<R>, wanted = true) {
  return useQuery({
    queryKey: ["reports", route, body],
    meta: notStored.has(route) ? {} : { offline: "report" },
    queryFn: ({ signal }): Promise<AnswerOf<R>> => call(route, body, { signal }),
    placeholderData: keepPreviousData,
    enabled: wanted,
    staleTime: 60_000,
  });
}
