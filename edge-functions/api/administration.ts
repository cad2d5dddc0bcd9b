/**
 * Endpoints of administration other than records and users: schedules for the page header, "see as" (the preview of
 * another user's access), and the user log.
 */
import { Hono } from "hono";
import * as contracts from "../_shared/contracts/administration.ts";
import { administrators } from "../_shared/server/access/refusals.ts";
import { listSchedules } from "../_shared/server/boards/schedules.ts";
import { serve } from "../_shared/server/calls/serve.ts";
import { type AppVariables, success, successJson } from "../_shared/server/http/responses.ts";
import { readLog, registerEntries, verifyLog } from "../_shared/server/log/user-log.ts";
import { readPreview, seeAs } from "../_shared/server/people/see-as.ts";

export const adminRoutes = new Hono<AppVariables>();

serve(adminRoutes, contracts.listSchedules, async ({ c, caller, body }) => {
  const { rows, ...more } = await listSchedules(caller, body);
  return successJson(c, rows, more);
});

serve(
  adminRoutes,
  contracts.seeAs,
  async ({ c, caller, body }) => success(c, await seeAs(caller, readPreview(body))),
  administrators("see the product as another user"),
);

serve(
  adminRoutes,
  contracts.readLog,
  async ({ c, caller, body }) => {
    const { rows, total, capped } = await readLog(caller, body);
    return success(c, rows, { total, ...(capped ? { total_capped: true } : {}) });
  },
  administrators("read the log"),
);

serve(adminRoutes, contracts.registerEntries, async ({ c, caller, body }) =>
  success(c, await registerEntries(caller, body)),
);

serve(adminRoutes, contracts.verifyLog, async ({ c, caller }) => success(c, await verifyLog(caller)));
