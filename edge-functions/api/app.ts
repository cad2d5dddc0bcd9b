/** The function `api`: signing in, the current user, health, history, and the calls of every record type. */
import { Hono } from "hono";
import { Problem } from "../_shared/problems.ts";
import { currentUser } from "../_shared/server/accounts.ts";
import { adminRoutes } from "../_shared/server/admin-routes.ts";
import {
  type AppVariables,
  functionApp,
  problemAnswer,
  success,
  successJson,
} from "../_shared/server/answers.ts";
import { arboPageAsCaller, readWanted } from "../_shared/server/arbo-page.ts";
import { readObject, smallBody } from "../_shared/server/body.ts";
import { originWithCookie } from "../_shared/server/browser-cookie.ts";
import { capacityReport, personReport } from "../_shared/server/charts/reports.ts";
import { targetReport } from "../_shared/server/charts/target-report.ts";
import { officesNotReported, readWorkQueues } from "../_shared/server/charts/work-queues.ts";
import { evidenceRoutes } from "../_shared/server/evidence-routes.ts";
import { isAdministrator, isSpare, partsUp, readHealth } from "../_shared/server/health.ts";
import { historyAsCaller } from "../_shared/server/history.ts";
import { ownMetrics } from "../_shared/server/observe/metrics.ts";
import { withOthers } from "../_shared/server/observe/metrics-call.ts";
import { peopleRoutes } from "../_shared/server/people-routes.ts";
import { recordNamed, recordRoutes } from "../_shared/server/record-routes.ts";
import { readIds } from "../_shared/server/remove.ts";
import { signIn, signOut } from "../_shared/server/sign-in.ts";
import { bearerToken, callerFrom } from "../_shared/server/token.ts";

/** Shown in the footer, too (spec section 9). */
const version = "1.0.0";

const routes = new Hono<AppVariables>()
  .get("/health", async (c) => {
    const parts = await readHealth();
    const failing = parts.flatMap((one) =>
      one.problem && !isSpare(one) ? [{ field: one.part, message: one.problem }] : [],
    );
    const authorization = c.req.header("authorization");
    const known = authorization !== undefined && failing.every(({ field }) => field !== "database");
    const told = known && (await isAdministrator(await callerFrom(authorization)));
    if (failing.length > 0) {
      const problem = new Problem("unavailable", "A part of the system does not work.", told ? failing : []);
      return problemAnswer(c, problem, told ? { data: { version, parts } } : {});
    }
    return success(c, { database: "ok", version, ...(told ? { parts } : {}) });
  })
  .post("/auth/login", async (c) =>
    success(c, await signIn(await readObject(c, smallBody), await originWithCookie(c))),
  )
  .post("/auth/logout", async (c) => {
    await signOut(bearerToken(c.req.header("authorization")));
    return success(c, null);
  })
  .get("/auth/current-user", async (c) => {
    return success(c, await currentUser(await callerFrom(c.req.header("authorization"))));
  })
  .post("/history", async (c) => {
    const caller = await callerFrom(c.req.header("authorization"));
    const { path, id, ...others } = await readObject(c, smallBody);
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) {
      throw new Problem("malformed", `"${unknown.slice(0, 60)}" is not a field of this call.`);
    }
    const [row = 0] = readIds(Array.isArray(id) ? null : id);
    return successJson(c, await historyAsCaller(caller, recordNamed(path), row));
  })
  .post("/arbo-page", async (c) => {
    const caller = await callerFrom(c.req.header("authorization"));
    return success(c, await arboPageAsCaller(caller, readWanted(await readObject(c, smallBody))));
  })
  .post("/targetaccompfme", async (c) => {
    const caller = await callerFrom(c.req.header("authorization"));
    return success(c, await targetReport(caller, await readObject(c, smallBody)));
  })
  .post("/report-arbocapdevcd", async (c) => {
    const caller = await callerFrom(c.req.header("authorization"));
    const { data, total } = await capacityReport(caller, await readObject(c, smallBody));
    return successJson(c, data, { total });
  })
  .post("/report-capdevrecord", async (c) => {
    const caller = await callerFrom(c.req.header("authorization"));
    const { data, total } = await personReport(caller, await readObject(c, smallBody));
    return successJson(c, data, { total });
  })
  .post("/work-queues", async (c) => {
    const caller = await callerFrom(c.req.header("authorization"));
    return success(c, await readWorkQueues(caller, await readObject(c, smallBody)));
  })
  .post("/offices-not-reported", async (c) => {
    const caller = await callerFrom(c.req.header("authorization"));
    const { rows, total } = await officesNotReported(caller, await readObject(c, smallBody));
    return successJson(c, rows, { total });
  })
  .route("/", peopleRoutes)
  .route("/", adminRoutes)
  .route("/", evidenceRoutes)
  .route("/", recordRoutes);

export const app = functionApp("api", routes, async (c) =>
  withOthers(ownMetrics("api", [await partsUp()]), ["charts", "dropdown"], c.req.header("authorization")),
);
