/** Endpoints of background jobs: large exports and bulk actions. */
import { Hono } from "hono";
import * as contracts from "../_shared/contracts/jobs.ts";
import { serve } from "../_shared/server/calls/serve.ts";
import { type AppVariables, failureLogger, success } from "../_shared/server/http/responses.ts";
import {
  beginJob,
  fetchResult,
  ownJobs,
  reportJobProgress,
  resumeJob,
  startResultUpload,
} from "../_shared/server/records/jobs.ts";
import { sweepResults } from "../_shared/server/storage/export-storage.ts";

export const jobRoutes = new Hono<AppVariables>();

serve(jobRoutes, contracts.beginJob, async ({ c, caller, body }) => {
  await beginJob(caller, body);
  await sweepResults().catch(failureLogger(c));
  return success(c, null);
});

serve(jobRoutes, contracts.reportJobProgress, async ({ c, caller, body }) =>
  success(c, { yours: await reportJobProgress(caller, body) }),
);

serve(jobRoutes, contracts.ownJobs, async ({ c, caller, body }) => {
  await sweepResults().catch(failureLogger(c));
  const { rows, total } = await ownJobs(caller, body);
  return success(c, rows, { total });
});

serve(jobRoutes, contracts.resumeJob, async ({ c, caller, body }) =>
  success(c, await resumeJob(caller, body.job_id)),
);

serve(jobRoutes, contracts.startResultUpload, async ({ c, caller, body: id }) =>
  success(c, { url: await startResultUpload(caller, id) }),
);

serve(jobRoutes, contracts.fetchResult, async ({ c, caller, body }) =>
  success(c, await fetchResult(caller, body.job_id)),
);
