/**
 * Link in the header to the jobs, with their progress. It is shown while an export or bulk action runs in this tab, and
 * then until the user has seen the result.
 */
import { IconProgress, IconProgressCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useLeaveWarning } from "../../components/overlays/use-leave-warning.ts";
import { dismissEndedJobs, isRunning } from "../../records/jobs/background-jobs.ts";
import classes from "./jobs-link.module.css";
import { useWorks } from "./use-jobs.ts";

export default function JobsLink({ onClick }: { onClick: () => void }) {
  const works = useWorks();
  const running = works.filter(isRunning);
  useLeaveWarning(running.length > 0);
  // Delete the results of finished jobs on sign-out, so that this tab's next user doesn't see them.
  useEffect(() => dismissEndedJobs, []);
  if (works.length === 0) return null;
  const all = running.reduce((sum, work) => sum + work.all, 0);
  const handled = running.reduce((sum, work) => sum + work.handled, 0);
  const percent = all === 0 ? 0 : Math.min(99, Math.floor((handled / all) * 100));
  const name =
    running.length > 0
      ? `${running.map(({ title }) => title).join(", ")}: ${percent}% done`
      : `Ended: ${works.map(({ title }) => title).join(", ")}`;
  const Icon = running.length > 0 ? IconProgress : IconProgressCheck;
  return (
    <Link to="/homepage/jobs" className={classes.link} aria-label={name} title={name} onClick={onClick}>
      <Icon size={19} aria-hidden />
      {running.length > 0 && <span aria-hidden>{percent}%</span>}
    </Link>
  );
}
