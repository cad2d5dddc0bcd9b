/** Long-running work of a tab: its display in the header, and its reports to the database. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { arboMasterlist } from "#shared/records/forms/arbo-masterlist.ts";
import { unprocessedRows } from "../../web/src/features/jobs/job-text.ts";
import { writeSession } from "../../web/src/lib/secrets/stored-session.ts";
import { createBulkJob, runBulkAct } from "../../web/src/records/bulk/background-act.ts";
import { BulkRun, type SeenRow } from "../../web/src/records/bulk/bulk-run.ts";
import { BackgroundJob, dismissEndedJobs, jobsOnScreen } from "../../web/src/records/jobs/background-jobs.ts";
import type { Job } from "../../web/src/records/jobs/jobs.ts";

interface SentReport {
  state: string;
  done: number;
  first_batch: number;
  refused?: number;
  refused_rows?: unknown[];
  keepalive: boolean | undefined;
}

const reports: SentReport[] = [];
let answers: (() => Promise<Response>)[] = [];
const yours = async () => Response.json({ status: "success", data: { yours: true } });
const elsewhere = async () => Response.json({ status: "success", data: { yours: false } });
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

beforeEach(() => {
  vi.useFakeTimers();
  reports.length = 0;
  answers = [];
  writeSession({ access_token: "a.b.c", refresh_token: "r", expires_at: Date.now() / 1000 + 3600 });
  vi.stubGlobal("fetch", (_: string, { body, keepalive }: RequestInit) => {
    reports.push({ ...JSON.parse(String(body)), keepalive });
    return (answers.shift() ?? yours)();
  });
});
afterEach(() => {
  dismissEndedJobs();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
});

const begun = (cancel = () => {}) => {
  const work = new BackgroundJob({ id: "one", title: "Approving 6,000 ARBOs", all: 6000, cancel });
  work.run();
  return work;
};
const states = () => reports.map(({ state, done }) => `${state} ${done}`);

describe("Background jobs", () => {
  it("The browser reports the progress of a background job every twenty seconds.", async () => {
    const work = begun();
    work.updateProgress({ handled: 400 }, { done: 400 });
    await vi.advanceTimersByTimeAsync(41_000);
    expect(jobsOnScreen()).toMatchObject([{ handled: 400, state: "running" }]);
    await work.end("finished", { done: 6000 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states()).toEqual(["running 400", "running 400", "finished 6000"]);
    expect(jobsOnScreen()).toMatchObject([{ state: "finished" }]);
    dismissEndedJobs();
    expect(jobsOnScreen()).toEqual([]);
  });

  it("The browser repeats the cancellation of a background job until the server responds.", async () => {
    let answer = () => {};
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    answers = [() => slow.then(yours), lost, yours];
    const work = begun();
    await vi.advanceTimersByTimeAsync(20_000);
    const ended = work.end("cancelled", { done: 800 });
    await vi.advanceTimersByTimeAsync(100);
    expect(states()).toEqual(["running 0"]);
    answer();
    await vi.advanceTimersByTimeAsync(2000);
    await ended;
    expect(states()).toEqual(["running 0", "cancelled 800", "cancelled 800"]);
  });

  it("A resumed background job immediately reports that it is running.", async () => {
    const work = begun();
    await work.end("cancelled", { done: 200 });
    work.run();
    await vi.advanceTimersByTimeAsync(10);
    expect(states()).toEqual(["cancelled 200", "running 200"]);
    await work.end("finished", { done: 6000 });
  });

  it("If a user resumes a background job in a second browser window, the job stops in the first window.", async () => {
    const cancel = vi.fn();
    answers = [elsewhere];
    const work = begun(cancel);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(cancel).toHaveBeenCalledOnce();
    await work.end("cancelled", { done: 0 });
  });

  it("If the user closes the page during a background job, the browser reports the job as interrupted.", async () => {
    const work = begun();
    dispatchEvent(new Event("pagehide"));
    expect(reports).toMatchObject([{ state: "interrupted", keepalive: true }]);
    await work.end("finished", { done: 6000 });
    dispatchEvent(new Event("pagehide"));
    expect(states()).toEqual(["interrupted 0", "finished 6000"]);
  });

  it("If some rows are refused before a background bulk action starts, the action's reports do not count these rows.", async () => {
    const rows = Array.from({ length: 8 }, (_, id): SeenRow => ({ id, row_version: 1 }));
    const [returned, chosen] = [rows.slice(0, 3), rows.slice(3)];
    const run = new BulkRun<SeenRow, SeenRow>(
      chosen,
      async (step) => {
        run.cancel();
        return { done: step };
      },
      { size: 2, refused: returned.map((row) => ({ row, why: "Returned." })) },
    );
    const work = createBulkJob(arboMasterlist, run, { doing: "Approving", did: "approved" });
    expect(work.onScreen).toMatchObject({ all: 5, title: "Approving 5 ARBOs" });
    expect((await runBulkAct(run, work)).refused).toHaveLength(3);
    expect(work.onScreen.handled).toBe(2);
    await vi.advanceTimersByTimeAsync(10);
    const [report] = reports;
    expect(report).toMatchObject({ state: "cancelled", done: 2, same: 0, refused: 0, refused_rows: [] });
    expect(unprocessedRows({ ...(report as unknown as Job), kind: "act", total: chosen.length })).toBe(3);
    await runBulkAct(run, work);
    expect(work.onScreen.handled).toBe(4);
  });
});
