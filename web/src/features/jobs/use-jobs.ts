/** The caller's long work as the database keeps it, with what this tab knows of its own. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { call } from "../../lib/http/http.ts";
import { type Job, jobsKey } from "../../records/jobs/jobs.ts";
import { isRunning, onWorks, type WorkOnScreen, worksOnScreen } from "../../records/jobs/work.ts";

export const pageSize = 20;

/** While something is under way in another window, how far it is. */
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

export const useWorks = (): readonly WorkOnScreen[] => useSyncExternalStore(onWorks, worksOnScreen);

/** The work of this tab that is under way under the id of a job. */
export const workUnderWay = (works: readonly WorkOnScreen[], job: Job): WorkOnScreen | undefined =>
  works.find((work) => work.id === job.job_id && isRunning(work));
