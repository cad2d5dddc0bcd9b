/** /homepage/jobs: the large exports and bulk actions of the last 7 days, with their progress, results and files. */
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { jobRetentionDays, maxRowsWithoutJob } from "#shared/rules/job-limits.ts";
import { Skeleton } from "../../components/button.tsx";
import { Text } from "../../components/layout.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { Pager } from "../../components/pager.tsx";
import { count } from "../../lib/format.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { dismissEndedJobs } from "../../records/jobs/background-jobs.ts";
import { JobEntry } from "./job-entry.tsx";
import classes from "./jobs.module.css";
import { pageSize, useJobs, useWorks, workUnderWay } from "./use-jobs.ts";

export function Jobs() {
  const [page, setPage] = useState(1);
  const jobs = useJobs(page);
  const works = useWorks();
  const { data: stored = [], total = 0 } = jobs.data ?? {};
  // The user sees the results here, so hide the link in the header.
  useEffect(() => {
    if (works.length > 0) dismissEndedJobs();
  }, [works]);
  return (
    <Page
      title="Exports and bulk changes"
      lead={`Large exports and changes (over ${count(maxRowsWithoutJob)} rows) run in the background while this tab is open. Files are kept for ${jobRetentionDays} days.`}
    >
      {jobs.isPending && <Skeleton height={240} />}
      {jobs.isError && <Notice tone="bad">{messageOf(jobs.error)}</Notice>}
      {jobs.isSuccess && total === 0 && (
        <Text className={classes.part}>
          No large exports or changes in the last {jobRetentionDays} days. Smaller ones run immediately and
          are not listed here.
        </Text>
      )}
      {stored.length > 0 && (
        <ul className={classes.jobs}>
          {stored.map((job) => (
            <JobEntry key={job.job_id} job={job} work={workUnderWay(works, job)} />
          ))}
        </ul>
      )}
      <Pager
        page={page}
        size={pageSize}
        total={jobs.data?.total}
        failed={jobs.isError}
        settled={jobs.isSuccess && !jobs.isPlaceholderData}
        onPage={setPage}
      />
      <p className={classes.part}>
        <Link to="/homepage/imports">Your imports</Link>
      </p>
    </Page>
  );
}
