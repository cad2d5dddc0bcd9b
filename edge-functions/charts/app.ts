/** The function `charts`: the figures of the four dashboards, for whoever is signed in (spec section 7). */

import { Hono } from "hono";
import { dashboards } from "../_shared/charts/dashboards/index.ts";
import { dashboardNames } from "../_shared/charts/figures/types.ts";
import { charts } from "../_shared/contracts/figures.ts";
import { readDashboard } from "../_shared/server/boards/dashboard.ts";
import { serve } from "../_shared/server/calls/serve.ts";
import { functionApp } from "../_shared/server/function-app.ts";
import { type AppContext, type AppVariables, noSuchCall, success } from "../_shared/server/http/answers.ts";

/** @throws Problem not_found. */
function dashboardOf(c: AppContext) {
  const name = dashboardNames.find((known) => known === c.req.param("name"));
  if (!name) throw noSuchCall(c);
  return dashboards[name];
}

const routes = new Hono<AppVariables>();

serve(
  routes,
  charts,
  async ({ c, caller, body: filters }) => success(c, await readDashboard(caller, dashboardOf(c), filters)),
  (_, c) => dashboardOf(c),
);

export const app = functionApp("charts", routes);
