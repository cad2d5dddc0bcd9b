/** The user's exports and bulk actions in the database, combined with the work that runs in this tab. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { call } from "../../lib/http/http.ts";
import {
  isRunning,
  type JobOnScreen,
  jobsOnScreen,
  subscribeToJobs,
} from "../../records/jobs/background-jobs.ts";
import { type Job, jobsKey } from "../../records/jobs/jobs.ts";

export const pageSize = 20;

/** Milliseconds between reloads while a job runs in another browser window. */
const lookAgain = 5000;

export const useJobs = (page: number) =>
  useQuery({
    queryKey: [...jobsKey, page],
    queryFn: ({ signal }) => call("POST /api/jobs", { page, page_size: pageSize }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
    refetchInterval: ({ state }) =>
      state.data?.data.some((job) => job.state === "running") ? lookAgain : false,
  });

export const useWorks = (): readonly JobOnScreen[] => useSyncExternalStore(subscribeToJobs, jobsOnScreen);

/** Returns this tab's work for a job; undefined if this tab doesn't run the job. */
export const workUnderWay = (works: readonly JobOnScreen[], job: Job): JobOnScreen | undefined =>
  works.find((work) => work.id === job.job_id && isRunning(work));
