/** /homepage/jobs: the exports and acts on many rows of the last 7 days: how far each is, what came of it, and its file. */
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { jobDays, mostAtOnce } from "#shared/rules/long-work.ts";
import { Skeleton } from "../../components/button.tsx";
import { Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { Pager } from "../../components/pager.tsx";
import { count } from "../../lib/format.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { forgetEnded } from "../../records/jobs/work.ts";
import { JobEntry } from "./job-entry.tsx";
import classes from "./jobs.module.css";
import { pageSize, useJobs, useWorks, workUnderWay } from "./use-jobs.ts";

export function Jobs() {
  const [page, setPage] = useState(1);
  const jobs = useJobs(page);
  const works = useWorks();
  const { data: stored = [], total = 0 } = jobs.data ?? {};
  // Whoever is here sees what has ended.
  useEffect(() => {
    if (works.length > 0) forgetEnded();
  }, [works]);
  return (
    <Page
      title="Exports and bulk changes"
      lead={`Those of more than ${count(mostAtOnce)} rows, for ${jobDays} days. They go on while you use other pages of this tab.`}
    >
      {jobs.isPending && <Skeleton height={240} />}
      {jobs.isError && <Notice tone="bad">{messageOf(jobs.error)}</Notice>}
      {jobs.isSuccess && total === 0 && (
        <Text className={classes.part}>
          Nothing in the last {jobDays} days. Smaller exports and changes are done at once, and are not
          listed.
        </Text>
      )}
      {stored.length > 0 && (
        <ul className={classes.jobs}>
          {stored.map((job) => (
            <JobEntry key={job.job_id} job={job} work={workUnderWay(works, job)} />
          ))}
        </ul>
      )}
      {total > pageSize && (
        <Pager
          page={page}
          size={pageSize}
          total={total}
          settled={jobs.isSuccess && !jobs.isPlaceholderData}
          onPage={setPage}
        />
      )}
      <p className={classes.part}>
        <Link to="/homepage/imports">Your imports</Link>
      </p>
    </Page>
  );
}
