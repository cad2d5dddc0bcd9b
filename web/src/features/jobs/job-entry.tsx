/** One export or bulk action: its progress, its result, and buttons for it. */
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { manilaToday } from "#shared/rules/dates.ts";
import { Button } from "../../components/button.tsx";
import { Group, Progress, Text } from "../../components/layout.tsx";
import { Modal } from "../../components/overlays/dialog.tsx";
import { count, longDate, momentInManila } from "../../lib/format.ts";
import { messageOf } from "../../lib/http/problem.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { notify } from "../../lib/notify.ts";
import { RefusedRows } from "../../records/bulk/refused-rows.tsx";
import { loadRecord } from "../../records/common/record-screens.ts";
import type { JobOnScreen } from "../../records/jobs/background-jobs.ts";
import { downloadJobFile, type Job, jobsKey } from "../../records/jobs/jobs.ts";
import { jobTitle, resultSentences, stateText, unprocessedRows } from "./job-text.ts";
import classes from "./jobs.module.css";
import { canResumeJob, resumeJob } from "./resume-job.ts";

interface Props {
  job: Job;
  /** Progress of the job, if this tab is running the job. */
  work: JobOnScreen | undefined;
}

export function JobEntry({ job, work }: Props) {
  const heading = useId();
  const running = work !== undefined || job.state === "running";
  return (
    <li className={classes.job} aria-labelledby={heading}>
      <div className={classes.what}>
        <Text strong id={heading}>
          {jobTitle(job)}
        </Text>
        {running ? <JobProgress job={job} work={work} /> : <JobResult job={job} />}
        <Text small soft>
          Started {momentInManila(job.started_at)}
          {job.file && ` · kept until ${longDate(manilaToday(new Date(job.until)))}`}
        </Text>
        {job.file?.yours === false && (
          <Text small>Your access has changed since this file was made. Export the list again.</Text>
        )}
      </div>
      <Group at="end">
        {job.refused > 0 && !running && <Refused job={job} />}
        {work && (
          <Button look="default" disabled={work.state === "stopping"} onClick={work.cancel}>
            Cancel
          </Button>
        )}
        {!running && canResumeJob(job) && <GoOn job={job} />}
        {job.file?.yours && <Download job={job} />}
      </Group>
    </li>
  );
}

function JobProgress({ job, work }: Props) {
  const handled = work?.handled ?? job.done;
  return (
    <>
      <Text role="status">
        {`${stateText.running}: ${count(handled)} of ${count(job.total)} rows`}
        {!work && ", in another window"}
        {work?.state === "stopping" && ". Finishing the current step…"}
      </Text>
      <Progress value={(handled / job.total) * 100} label={jobTitle(job)} />
    </>
  );
}

function JobResult({ job }: Pick<Props, "job">) {
  return (
    <>
      <Text>{stateText[job.state]}</Text>
      <ul className={classes.account}>
        {resultSentences(job).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

/**
 * Returns the props of an action's button. While the action runs, the button shows a loading state. If the server
 * refuses the action, a notice appears.
 */
function useWait(work: () => Promise<unknown>): { loading: boolean; onClick: () => void } {
  const [loading, setLoading] = useState(false);
  const onClick = () => {
    setLoading(true);
    work()
      .catch((problem: unknown) => notify({ tone: "error", message: messageOf(problem) }))
      .finally(() => {
        setLoading(false);
        void queryClient.invalidateQueries({ queryKey: jobsKey });
      });
  };
  return { loading, onClick };
}

const GoOn = ({ job }: { job: Job }) => (
  <Button look="default" {...useWait(() => resumeJob(job))}>
    Continue with {count(unprocessedRows(job))}
  </Button>
);

const Download = ({ job }: { job: Job }) => (
  <Button
    icon={<IconDownload size={16} aria-hidden />}
    aria-label={`Download: ${jobTitle(job)}`}
    {...useWait(() => downloadJobFile(job.job_id))}
  >
    Download
  </Button>
);

function Refused({ job }: { job: Job }) {
  const [opened, setOpened] = useState(false);
  const { data: record } = useQuery({
    queryKey: ["record type", job.screen],
    queryFn: async () => (await loadRecord(job.screen)) ?? null,
    enabled: opened,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <Button look="subtle" onClick={() => setOpened(true)}>
        Show refused rows
      </Button>
      {opened && (
        <Modal onClose={() => setOpened(false)} title={`Refused: ${jobTitle(job)}`} size="md">
          {record && (
            <RefusedRows
              record={record}
              refused={job.refused_rows.map(({ id, why }) => ({ row: { id, row_version: 0 }, why }))}
            />
          )}
          {job.refused > job.refused_rows.length && (
            <Text>… and {count(job.refused - job.refused_rows.length)} more.</Text>
          )}
        </Modal>
      )}
    </>
  );
}
