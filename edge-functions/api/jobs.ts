/** Endpoints of background jobs: large exports and bulk actions. */
import { Hono } from "hono";
import * as contracts from "../_shared/contracts/jobs.ts";
import { serve } from "../_shared/server/calls/serve.ts";
import { type AppVariables, logged, success } from "../_shared/server/http/answers.ts";
import {
  beginJob,
  fetchResult,
  goOnWithJob,
  keepResult,
  ownJobs,
  tellJob,
} from "../_shared/server/records/jobs.ts";
import { sweepResults } from "../_shared/server/storage/export-storage.ts";

export const jobRoutes = new Hono<AppVariables>();

serve(jobRoutes, contracts.beginJob, async ({ c, caller, body }) => {
  await beginJob(caller, body);
  await sweepResults().catch(logged(c));
  return success(c, null);
});

serve(jobRoutes, contracts.tellJob, async ({ c, caller, body }) =>
  success(c, { yours: await tellJob(caller, body) }),
);

serve(jobRoutes, contracts.ownJobs, async ({ c, caller, body }) => {
  await sweepResults().catch(logged(c));
  const { rows, total } = await ownJobs(caller, body);
  return success(c, rows, { total });
});

serve(jobRoutes, contracts.goOnWithJob, async ({ c, caller, body }) =>
  success(c, await goOnWithJob(caller, body.job_id)),
);

serve(jobRoutes, contracts.keepResult, async ({ c, caller, body: id }) =>
  success(c, { url: await keepResult(caller, id) }),
);

serve(jobRoutes, contracts.fetchResult, async ({ c, caller, body }) =>
  success(c, await fetchResult(caller, body.job_id)),
);
