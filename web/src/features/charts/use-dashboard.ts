/** The chart calls: one a dashboard, read again when its filters change. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { DashboardName } from "#shared/charts/figures/types.ts";
import { call } from "../../lib/http/http.ts";
import { bodyOf, type Chosen, chartFilters } from "./filters.ts";

/** The figures before stay while the next ones load. */
export function useDashboard(name: DashboardName, chosen: Chosen) {
  const body = bodyOf(chartFilters, chosen);
  return useQuery({
    queryKey: ["charts", name, body],
    queryFn: async ({ signal }) => (await call("POST /charts/{name}", body, { at: { name }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}
