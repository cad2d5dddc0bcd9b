/** The function `charts`: the figures of the four dashboards, for whoever is signed in (spec section 7). */

import { Hono } from "hono";
import { dashboards } from "../_shared/charts/dashboards/index.ts";
import { dashboardNames } from "../_shared/charts/figures/types.ts";
import { callerFrom } from "../_shared/server/access/token.ts";
import { readDashboard } from "../_shared/server/boards/dashboard.ts";
import { chartFilterNames, readChartFilters } from "../_shared/server/figures/chart-filters.ts";
import { functionApp } from "../_shared/server/function-app.ts";
import { type AppVariables, noSuchCall, success } from "../_shared/server/http/answers.ts";
import { readObject, smallBody } from "../_shared/server/http/body.ts";

const routes = new Hono<AppVariables>().post("/:name", async (c) => {
  const caller = await callerFrom(c.req.header("authorization"));
  const name = dashboardNames.find((known) => known === c.req.param("name"));
  if (!name) throw noSuchCall(c);
  const filters = readChartFilters(await readObject(c, smallBody), chartFilterNames);
  return success(c, await readDashboard(caller, dashboards[name], filters));
});

export const app = functionApp("charts", routes);
