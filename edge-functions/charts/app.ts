/** The function `charts`: the figures of the four dashboards, for every signed-in user (spec section 7). */

import { Hono } from "hono";
import { dashboards } from "../_shared/charts/dashboards/index.ts";
import type { DashboardSpec } from "../_shared/charts/dashboards/spec.ts";
import { dashboardNames } from "../_shared/charts/figures/types.ts";
import { malformed } from "../_shared/contracts/base/problems.ts";
import { charts } from "../_shared/contracts/figures.ts";
import { readDashboard } from "../_shared/server/boards/dashboard.ts";
import { serve } from "../_shared/server/calls/serve.ts";
import { functionApp } from "../_shared/server/function-app.ts";
import {
  type AppContext,
  type AppVariables,
  noSuchEndpoint,
  success,
} from "../_shared/server/http/responses.ts";

/** Returns the dashboard that the request's path names. @throws Problem of kind `not_found`. */
function dashboardOf(c: AppContext) {
  const name = dashboardNames.find((known) => known === c.req.param("name"));
  if (!name) throw noSuchEndpoint(c);
  return dashboards[name];
}

/** Returns the dashboard with only the requested charts. @throws Problem of kind `malformed` for an unknown chart. */
function chartsOf(board: DashboardSpec, keys: readonly string[] | undefined): DashboardSpec {
  if (!keys) return board;
  const charts = board.charts.filter(({ key }) => keys.includes(key));
  const unknown = keys.find((key) => !charts.some((chart) => chart.key === key));
  if (unknown === undefined) return { ...board, charts };
  const message = `${unknown} is not a chart of this dashboard. Its charts are ${board.charts.map(({ key }) => key).join(", ")}.`;
  throw malformed("charts", message);
}

const routes = new Hono<AppVariables>();

serve(
  routes,
  charts,
  async ({ c, caller, body: { charts: keys, filters } }) =>
    success(c, await readDashboard(caller, chartsOf(dashboardOf(c), keys), filters)),
  (_, c) => dashboardOf(c),
);

export const app = functionApp("charts", routes);
