/**
 * Background jobs of this browser tab: exports and bulk actions on many rows, which continue while the user opens other
 * screens. The module reports each job to the database every 20 seconds, and once more when the job ends. On closing
 * the tab, it reports that the job was interrupted.
 */
import type { BodyOf } from "#shared/contracts/index.ts";
import { call } from "../../lib/http/http.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { readSession } from "../../lib/http/session.ts";
import { newUuid } from "../../lib/http/uuid.ts";
import { notify } from "../../lib/notify.ts";
import { jobsKey } from "./jobs.ts";

type Report = BodyOf<"PUT /api/jobs/tell">;
/** Report of a job's state, without the fields that identify the job. */
export type JobReport = Omit<Report, "job_id" | "first_batch" | "state">;
type Ended = Exclude<Report["state"], "running">;

export interface JobOnScreen {
  id: string;
  /** Title such as "Approving 6,000 ARBOs". */
  title: string;
  /** Number of finished rows. */
  handled: number;
  all: number;
  /** `stopping`: the job ends after the current step. */
  state: Report["state"] | "stopping";
  cancel: () => void;
}

/** Milliseconds between reports. The database marks a job as interrupted after two minutes without a report. */
const beat = 20_000;
/** Milliseconds before each retry of the final report. */
const pauses = [1000, 5000, 20_000];

const works = new Map<string, BackgroundJob>();
const listeners = new Set<() => void>();
let shown: readonly JobOnScreen[] = [];

function changed(): void {
  shown = [...works.values()].map((work) => work.onScreen);
  for (const listener of listeners) listener();
}

/**
 * Jobs of this tab in the order in which they started. An ended job stays listed until the user has looked at
 * it.
 */
export const jobsOnScreen = (): readonly JobOnScreen[] => shown;

export function subscribeToJobs(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isRunning = ({ state }: Pick<JobOnScreen, "state">): boolean =>
  state === "running" || state === "stopping";

/** Removes ended jobs from the header, after the user has looked at them. */
export function dismissEndedJobs(): void {
  const before = works.size;
  for (const [id, { onScreen }] of works) if (!isRunning(onScreen)) works.delete(id);
  if (works.size < before) changed();
}

interface Begun extends Pick<JobOnScreen, "id" | "title" | "all" | "cancel"> {
  /** Number of the first step (request) that this window sends. */
  firstBatch?: number;
}

export class BackgroundJob {
  onScreen: JobOnScreen;
  private readonly firstBatch: number;
  private standing: JobReport = { done: 0 };
  private timer: ReturnType<typeof setInterval> | undefined;
  /**
   * Promise of the last sent report. Each report waits for the previous report, so that the reports arrive in order.
   */
  private reports: Promise<unknown> = Promise.resolve();

  constructor({ firstBatch = 1, ...begun }: Begun) {
    this.firstBatch = firstBatch;
    this.onScreen = { ...begun, handled: 0, state: "running" };
  }

  /** Starts the job, or resumes it. */
  run(): void {
    const again = !isRunning(this.onScreen);
    works.delete(this.onScreen.id);
    works.set(this.onScreen.id, this);
    this.show({ state: "running" });
    clearInterval(this.timer);
    this.timer = setInterval(() => this.sendReport("running"), beat);
    addEventListener("pagehide", this.leave);
    addEventListener("pageshow", this.back);
    if (again) void this.sendReport("running");
  }

  /** Updates the progress on screen. The next regular report sends the progress to the database. */
  updateProgress(progress: Pick<JobOnScreen, "handled"> & Partial<JobOnScreen>, standing: JobReport): void {
    this.standing = standing;
    this.show(progress);
  }

  /** @returns Resolves when the end is reported or all retries have failed. */
  async end(state: Ended, standing: JobReport): Promise<void> {
    clearInterval(this.timer);
    removeEventListener("pagehide", this.leave);
    removeEventListener("pageshow", this.back);
    this.standing = standing;
    this.show({ state });
    await this.sendReport(state, pauses);
    await queryClient.invalidateQueries({ queryKey: jobsKey });
  }

  private show(more: Partial<JobOnScreen>): void {
    this.onScreen = { ...this.onScreen, ...more };
    changed();
  }

  private body(state: Report["state"]): Report {
    return { job_id: this.onScreen.id, first_batch: this.firstBatch, state, ...this.standing };
  }

  private sendReport(state: Report["state"], again: readonly number[] = []): Promise<unknown> {
    const body = this.body(state);
    const send = async () => {
      for (const pause of [...again, null]) {
        try {
          const { data } = await call("PUT /api/jobs/tell", body);
          if (!data.yours && state === "running") this.lost();
          return;
        } catch (problem) {
          if (pause === null) console.error("Could not report the state of the job.", problem);
          else await new Promise((resolve) => setTimeout(resolve, pause));
        }
      }
    };
    this.reports = this.reports.then(send);
    return this.reports;
  }

  /** Stops the job in this window, because another window has taken over the job. */
  private lost(): void {
    if (!isRunning(this.onScreen)) return;
    this.onScreen.cancel();
    notify({ tone: "info", message: `${this.onScreen.title}: continued in another window.`, seconds: 20 });
  }

  /** Reports the interruption while the page closes. The page does not wait for the response. */
  private readonly leave = (): void => {
    const session = readSession();
    if (!session) return;
    void fetch("/api/jobs/tell", {
      method: "PUT",
      keepalive: true,
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${session.access_token}`,
        "idempotency-key": newUuid(),
      },
      body: JSON.stringify(this.body("interrupted")),
    }).catch(() => undefined);
  };

  /** The browser restored the page from its back/forward cache, so the job runs again. */
  private readonly back = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) void this.sendReport("running");
  };
}
