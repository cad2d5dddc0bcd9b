/** The function `api`: sign-in, the current user, health, history, and the endpoints of every record type. */

import { Hono } from "hono";
import { history } from "../_shared/contracts/administration.ts";
import { Problem } from "../_shared/contracts/base/problems.ts";
import { explore } from "../_shared/contracts/explore.ts";
import * as figures from "../_shared/contracts/figures.ts";
import { health, openapi } from "../_shared/contracts/health.ts";
import { find } from "../_shared/contracts/record-lists.ts";
import * as signingIn from "../_shared/contracts/signing-in.ts";
import { currentUser, offlineKey } from "../_shared/server/access/accounts.ts";
import { bearerToken, callerFrom } from "../_shared/server/access/token.ts";
import { officesNotReported } from "../_shared/server/boards/not-reported.ts";
import { parentPage } from "../_shared/server/boards/parent-page.ts";
import { capacityReport, personReport } from "../_shared/server/boards/reports.ts";
import { readReviewByForm } from "../_shared/server/boards/review-by-form.ts";
import { targetReport } from "../_shared/server/boards/target-report.ts";
import { readWorkQueues } from "../_shared/server/boards/work-queues.ts";
import { recordOfRows } from "../_shared/server/calls/record-of-rows.ts";
import { serve } from "../_shared/server/calls/serve.ts";
import { answerQuestion } from "../_shared/server/explore/explore.ts";
import { functionApp } from "../_shared/server/function-app.ts";
import {
  fullDisk,
  isAdministrator,
  isOptionalPart,
  partsGauge,
  readHealth,
} from "../_shared/server/health/health.ts";
import { appendOtherMetrics } from "../_shared/server/health/metrics-call.ts";
import { openApiResponse } from "../_shared/server/http/openapi-response.ts";
import { type AppVariables, errorResponse, success, successJson } from "../_shared/server/http/responses.ts";
import { findRecords } from "../_shared/server/lists/find.ts";
import { historyAsCaller } from "../_shared/server/log/history.ts";
import { ownMetrics } from "../_shared/server/observe/metrics.ts";
import { originWithCookie } from "../_shared/server/people/browser-cookie.ts";
import { signIn, signOut } from "../_shared/server/people/sign-in.ts";
import { version } from "../_shared/version.ts";
import { adminRoutes } from "./administration.ts";
import { fileRoutes } from "./files.ts";
import { importRoutes } from "./imports.ts";
import { inboxRoutes } from "./inbox.ts";
import { jobRoutes } from "./jobs.ts";
import { peopleRoutes } from "./people.ts";
import { recordRoutes } from "./records.ts";
import { viewRoutes } from "./views.ts";

const routes = new Hono<AppVariables>();

serve(routes, health, async ({ c, authorization }) => {
  const parts = await readHealth();
  const failing = parts.flatMap((one) =>
    one.problem && !isOptionalPart(one) ? [{ field: one.part, message: one.problem }] : [],
  );
  const known = authorization !== undefined && failing.every(({ field }) => field !== "database");
  const detailed = known && (await isAdministrator(await callerFrom(authorization)));
  if (failing.length > 0) {
    const problem = new Problem(
      "unavailable",
      (await fullDisk()) ?? "A part of the system does not work.",
      detailed ? failing : [],
    );
    return errorResponse(c, problem, detailed ? { data: { version, parts } } : {});
  }
  return success(c, { database: "ok", version, ...(detailed ? { parts } : {}) });
});

serve(routes, openapi, ({ c }) => openApiResponse(c));

routes.get("/docs", (c) => c.redirect("/api-docs.html"));

serve(routes, signingIn.login, async ({ c, body }) =>
  success(c, await signIn(body, await originWithCookie(c))),
);

serve(routes, signingIn.logout, async ({ c, authorization }) => {
  await signOut(bearerToken(authorization));
  return success(c, null);
});

serve(routes, signingIn.whoAmI, async ({ c, caller }) => success(c, await currentUser(caller)));

serve(routes, signingIn.offlineKey, async ({ c, caller }) => success(c, { key: await offlineKey(caller) }));

serve(routes, history, async ({ c, caller, body: { record, id } }) =>
  successJson(c, await historyAsCaller(caller, recordOfRows(record, { id }), id)),
);

serve(routes, find, async ({ c, caller, body: { q } }) => success(c, await findRecords(caller, q)));

serve(routes, explore, async ({ c, caller, body }) =>
  success(c, await answerQuestion(caller, body, c.req.raw.signal)),
);

serve(routes, figures.arboPage, async ({ c, caller, body }) =>
  success(c, await parentPage(caller, "arbo", body)),
);

serve(routes, figures.targetReport, async ({ c, caller, body: filters }) =>
  success(c, await targetReport(caller, filters)),
);

serve(routes, figures.capacityReport, async ({ c, caller, body }) => {
  const { data, total } = await capacityReport(caller, body);
  return successJson(c, data, { total });
});

serve(routes, figures.personReport, async ({ c, caller, body }) => {
  const { data, total } = await personReport(caller, body);
  return successJson(c, data, { total });
});

serve(routes, figures.workQueues, async ({ c, caller, body: filters }) =>
  success(c, await readWorkQueues(caller, filters)),
);

serve(routes, figures.reviewByForm, async ({ c, caller, body: filters }) => {
  const { forms, seen } = await readReviewByForm(caller, filters);
  return success(c, forms, { seen });
});

serve(routes, figures.officesNotReported, async ({ c, caller, body }) => {
  const { offices, forms } = await officesNotReported(caller, body);
  return success(c, offices, { total: offices.length, forms });
});

for (const others of [
  peopleRoutes,
  adminRoutes,
  inboxRoutes,
  viewRoutes,
  importRoutes,
  jobRoutes,
  fileRoutes,
  recordRoutes,
])
  routes.route("/", others);

export const app = functionApp("api", routes, async (authorization) =>
  appendOtherMetrics(ownMetrics("api", [await partsGauge()]), ["charts", "dropdown"], authorization),
);
