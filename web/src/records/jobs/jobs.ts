/**
 * API calls for background jobs: register a job, store the file of an export, and download this file. The database
 * stores the jobs for some days.
 */
import type { BodyOf, DataOf } from "#shared/contracts/index.ts";
import { maxJobFileBytes } from "#shared/rules/job-limits.ts";
import { call } from "../../lib/http/http.ts";
import { publicConfig } from "../../lib/http/public-config.ts";

export type Job = DataOf<"POST /api/jobs">[number];

/** Change that a bulk action makes to its rows. */
export type JobAct = NonNullable<BodyOf<"PUT /api/jobs/begin">["act"]>;

export const jobsKey = ["jobs"];

/** Registers a job before it starts. */
export const registerJob = (body: BodyOf<"PUT /api/jobs/begin">) => call("PUT /api/jobs/begin", body);

/**
 * Uploads the file of an export to the file store.
 * @throws Error with a message for the user.
 */
export async function storeJobFile(jobId: string, file: Blob, signal: AbortSignal): Promise<void> {
  if (file.size > maxJobFileBytes)
    throw new Error(`The file is larger than ${maxJobFileBytes / 2 ** 20} MB, so it is not stored.`);
  const [{ data }, { supabaseUrl }] = await Promise.all([
    call("PUT /api/jobs/keep", { job_id: jobId, size: file.size }, { signal }),
    publicConfig(),
  ]);
  const response = await fetch(supabaseUrl + data.url, {
    method: "PUT",
    headers: { "content-type": file.type },
    body: file,
    signal,
  });
  if (!response.ok) throw new Error(`The file store refused the file (${response.status}).`);
}

/** Lets the browser download the stored file of an export, if the user may read it. */
export async function downloadJobFile(jobId: string): Promise<void> {
  const [{ data }, { supabaseUrl }] = await Promise.all([
    call("POST /api/jobs/file", { job_id: jobId }),
    publicConfig(),
  ]);
  const link = document.createElement("a");
  link.href = supabaseUrl + data.url;
  link.download = data.name;
  document.body.append(link);
  link.click();
  link.remove();
}
