/** The calls of administration beside records and people: schedules as the header reads them, "see as", the user log. */
import { Hono } from "hono";
import * as contracts from "../_shared/contracts/administration.ts";
import { admitAdministrator } from "../_shared/server/access/refusals.ts";
import { type Caller, callerFrom } from "../_shared/server/access/token.ts";
import { officesNotReported, readReportQuery } from "../_shared/server/boards/not-reported.ts";
import { listSchedules } from "../_shared/server/boards/schedules.ts";
import { type AppContext, type AppVariables, success, successJson } from "../_shared/server/http/answers.ts";
import { readObject, smallBody } from "../_shared/server/http/body.ts";
import { bodyOf } from "../_shared/server/http/read-body.ts";
import { readLog, readLogQuery, registerEntries, verifyLog } from "../_shared/server/log/user-log.ts";
import { readPreview, seeAs } from "../_shared/server/people/see-as.ts";

const callerOf = (c: AppContext): Promise<Caller> => callerFrom(c.req.header("authorization"));

/** Who asks, with the route users. @throws Problem unauthenticated, refused. */
async function administratorOf(c: AppContext, act: string): Promise<Caller> {
  const caller = await callerOf(c);
  await admitAdministrator(caller, { route: "users", act });
  return caller;
}

export const adminRoutes = new Hono<AppVariables>()
  .post("/report-schedules", async (c) => {
    const caller = await callerOf(c);
    const { rows, ...more } = await listSchedules(caller, await readObject(c, smallBody));
    return successJson(c, rows, more);
  })
  .post("/uac/see-as", async (c) => {
    const caller = await administratorOf(c, "see the product as somebody else");
    return success(c, await seeAs(caller, readPreview(await bodyOf(c, contracts.seeAs))));
  })
  .post("/user-log/read", async (c) => {
    const caller = await administratorOf(c, "read the log");
    const { rows, total, capped } = await readLog(caller, readLogQuery(await readObject(c, smallBody)));
    return success(c, rows, { total, ...(capped ? { total_capped: true } : {}) });
  })
  .post("/user-log/register", async (c) => {
    const caller = await callerOf(c);
    return success(c, await registerEntries(caller, await bodyOf(c, contracts.registerEntries)));
  })
  .post("/user-log/not-reported", async (c) => {
    const caller = await administratorOf(c, "see who has not reported");
    return success(
      c,
      await officesNotReported(caller, readReportQuery(await bodyOf(c, contracts.logNotReported))),
    );
  })
  .post("/user-log/verify", async (c) => success(c, await verifyLog(await callerOf(c))));
