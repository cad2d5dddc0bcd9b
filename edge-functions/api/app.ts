/** The function `api`: signing in, the current user, health, history, and the calls of every record type. */

import { Hono } from "hono";
import { history } from "../_shared/contracts/administration.ts";
import { arboPage } from "../_shared/contracts/figures.ts";
import { Problem } from "../_shared/contracts/problems.ts";
import { login } from "../_shared/contracts/signing-in.ts";
import { currentUser } from "../_shared/server/access/accounts.ts";
import { bearerToken, callerFrom } from "../_shared/server/access/token.ts";
import { arboPageAsCaller } from "../_shared/server/boards/arbo-page.ts";
import { capacityReport, personReport } from "../_shared/server/boards/reports.ts";
import { targetReport } from "../_shared/server/boards/target-report.ts";
import { officesNotReported, readWorkQueues } from "../_shared/server/boards/work-queues.ts";
import { evidenceRoutes } from "../_shared/server/files/evidence-routes.ts";
import { functionApp } from "../_shared/server/function-app.ts";
import { isAdministrator, isSpare, partsUp, readHealth } from "../_shared/server/health/health.ts";
import { withOthers } from "../_shared/server/health/metrics-call.ts";
import { type AppVariables, problemAnswer, success, successJson } from "../_shared/server/http/answers.ts";
import { readObject, smallBody } from "../_shared/server/http/body.ts";
import { bodyOf } from "../_shared/server/http/read-body.ts";
import { historyAsCaller } from "../_shared/server/log/history.ts";
import { ownMetrics } from "../_shared/server/observe/metrics.ts";
import { originWithCookie } from "../_shared/server/people/browser-cookie.ts";
import { peopleRoutes } from "../_shared/server/people/people-routes.ts";
import { signIn, signOut } from "../_shared/server/people/sign-in.ts";
import { recordNamed, recordRoutes } from "../_shared/server/records/record-routes.ts";
import { version } from "../_shared/version.ts";
import { adminRoutes } from "./administration.ts";

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
  .get("/openapi.json", async (c) => {
    // Loaded when somebody asks: a function that starts has no use for it.
    const { openApiDocument } = await import("../_shared/contracts/openapi.ts");
    return c.json(openApiDocument(version));
  })
  .get("/docs", (c) => c.redirect("/api-docs.html"))
  .post("/auth/login", async (c) =>
    success(c, await signIn(await bodyOf(c, login), await originWithCookie(c))),
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
    const { path, id } = await bodyOf(c, history);
    return successJson(c, await historyAsCaller(caller, recordNamed(path), id));
  })
  .post("/arbo-page", async (c) => {
    const caller = await callerFrom(c.req.header("authorization"));
    return success(c, await arboPageAsCaller(caller, await bodyOf(c, arboPage)));
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
