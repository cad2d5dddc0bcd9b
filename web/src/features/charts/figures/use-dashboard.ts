/** The chart requests: one per dashboard, repeated when the filters of the dashboard change. */
import { keepPreviousData, queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import type { Chart, DashboardName } from "#shared/charts/figures/types.ts";
import { call } from "../../../lib/http/http.ts";
import type { Period } from "./comparison.ts";
import { bodyOf, type Chosen, chartFilters } from "./filters.ts";

/** @param charts Keys of the requested charts; all charts if missing. */
function dashboard(name: DashboardName, chosen: Period["where"], charts?: readonly string[]) {
  const body = { ...bodyOf(chartFilters, chosen), ...(charts && { charts: [...charts] }) };
  return queryOptions({
    queryKey: ["charts", name, body],
    meta: { offline: "board" },
    queryFn: async ({ signal }) => (await call("POST /charts/{name}", body, { at: { name }, signal })).data,
    staleTime: 60_000,
  });
}

/** Loads a dashboard. The previous figures stay while new ones load. */
export const useDashboard = (name: DashboardName, chosen: Chosen) =>
  useQuery({ ...dashboard(name, chosen), placeholderData: keepPreviousData });

/**
 * Loads one chart of a dashboard for several periods. Returns the charts in the order of `periods`; null for a chart
 * that is still loading.
 */
export function useChartIn(
  name: DashboardName,
  key: string,
  periods: readonly Period[],
): { charts: (Chart | null)[]; error: Error | null } {
  return useQueries({
    queries: periods.map(({ where }) => dashboard(name, where, [key])),
    combine: (answers) => ({
      charts: answers.map(({ data }) => data?.charts[0] ?? null),
      error: answers.find(({ error }) => error)?.error ?? null,
    }),
  });
}
