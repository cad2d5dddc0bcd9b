/** The calls of long work, which the database keeps for some days: announcing it, keeping the file of an export, fetching it. */
import type { BodyOf, DataOf } from "#shared/contracts/index.ts";
import { largestResult } from "#shared/rules/long-work.ts";
import { call } from "../../lib/http/http.ts";
import { publicConfig } from "../../lib/http/public-config.ts";

export type Job = DataOf<"POST /api/jobs">[number];

/** What an act does to its rows. */
export type JobAct = NonNullable<BodyOf<"PUT /api/jobs/begin">["act"]>;

export const jobsKey = ["jobs"];

/** Announces it before anything of it is done. */
export const announceJob = (body: BodyOf<"PUT /api/jobs/begin">) => call("PUT /api/jobs/begin", body);

/** Sends the file of an export to where it is kept. @throws an Error in words. */
export async function keepResult(jobId: string, file: Blob, signal: AbortSignal): Promise<void> {
  if (file.size > largestResult)
    throw new Error(`Files of up to ${largestResult / 2 ** 20} MB are kept; this one is larger.`);
  const [{ data }, { supabaseUrl }] = await Promise.all([
    call("PUT /api/jobs/keep", { job_id: jobId, size: file.size }, { signal }),
    publicConfig(),
  ]);
  const answer = await fetch(supabaseUrl + data.url, {
    method: "PUT",
    headers: { "content-type": file.type },
    body: file,
    signal,
  });
  if (!answer.ok) throw new Error(`The file store did not take it (${answer.status}).`);
}

/** Has the browser save the kept file of an export, whoever may have it. */
export async function saveResult(jobId: string): Promise<void> {
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
