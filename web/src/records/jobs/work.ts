/**
 * The long work of this tab: exports and acts on many rows, which go on while other screens are used. It stands above all
 * screens, and tells the database how each stands: every few seconds that it is under way, when it has ended, and, where
 * the tab is closed over it, that it was interrupted. Knows nothing of React, nor of what the work is.
 */
import type { BodyOf } from "#shared/contracts/index.ts";
import { call } from "../../lib/http/http.ts";
import { queryClient } from "../../lib/http/query-client.ts";
import { readSession } from "../../lib/http/session.ts";
import { newUuid } from "../../lib/http/uuid.ts";
import { notify } from "../../lib/notify.ts";
import { jobsKey } from "./jobs.ts";

type Report = BodyOf<"PUT /api/jobs/tell">;
/** What is told of it beside whose it is. */
export type Standing = Omit<Report, "job_id" | "first_batch" | "state">;
type Ended = Exclude<Report["state"], "running">;

export interface WorkOnScreen {
  id: string;
  /** "Approving 6,000 ARBOs" */
  title: string;
  /** Rows that are done with, of all. */
  handled: number;
  all: number;
  /** stopping: what is under way is the last of it. */
  state: Report["state"] | "stopping";
  cancel: () => void;
}

/** Well within the two minutes after which the database takes it for interrupted. */
const beat = 20_000;
/** Milliseconds before the end is told once more. */
const pauses = [1000, 5000, 20_000];

const works = new Map<string, LongWork>();
const listeners = new Set<() => void>();
let shown: readonly WorkOnScreen[] = [];

function changed(): void {
  shown = [...works.values()].map((work) => work.onScreen);
  for (const listener of listeners) listener();
}

/** The work of this tab, the last begun at the end. What has ended stays until somebody has looked. */
export const worksOnScreen = (): readonly WorkOnScreen[] => shown;

export function onWorks(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const isRunning = ({ state }: Pick<WorkOnScreen, "state">): boolean =>
  state === "running" || state === "stopping";

/** Somebody has looked: what has ended is not shown in the header any more. */
export function forgetEnded(): void {
  const before = works.size;
  for (const [id, { onScreen }] of works) if (!isRunning(onScreen)) works.delete(id);
  if (works.size < before) changed();
}

interface Begun extends Pick<WorkOnScreen, "id" | "title" | "all" | "cancel"> {
  /** The first number of its steps here. */
  firstBatch?: number;
}

export class LongWork {
  onScreen: WorkOnScreen;
  private readonly firstBatch: number;
  private standing: Standing = { done: 0 };
  private timer: ReturnType<typeof setInterval> | undefined;
  /** What is told arrives in order. */
  private reports: Promise<unknown> = Promise.resolve();

  constructor({ firstBatch = 1, ...begun }: Begun) {
    this.firstBatch = firstBatch;
    this.onScreen = { ...begun, handled: 0, state: "running" };
  }

  /** It is under way, for the first time or again. */
  run(): void {
    const again = !isRunning(this.onScreen);
    works.delete(this.onScreen.id);
    works.set(this.onScreen.id, this);
    this.show({ state: "running" });
    clearInterval(this.timer);
    this.timer = setInterval(() => this.tell("running"), beat);
    addEventListener("pagehide", this.leave);
    addEventListener("pageshow", this.back);
    if (again) void this.tell("running");
  }

  /** How far it is. It is told with the next beat. */
  goesOn(progress: Pick<WorkOnScreen, "handled"> & Partial<WorkOnScreen>, standing: Standing): void {
    this.standing = standing;
    this.show(progress);
  }

  /** @returns When that is told, or cannot be. */
  async end(state: Ended, standing: Standing): Promise<void> {
    clearInterval(this.timer);
    removeEventListener("pagehide", this.leave);
    removeEventListener("pageshow", this.back);
    this.standing = standing;
    this.show({ state });
    await this.tell(state, pauses);
    await queryClient.invalidateQueries({ queryKey: jobsKey });
  }

  private show(more: Partial<WorkOnScreen>): void {
    this.onScreen = { ...this.onScreen, ...more };
    changed();
  }

  private body(state: Report["state"]): Report {
    return { job_id: this.onScreen.id, first_batch: this.firstBatch, state, ...this.standing };
  }

  private tell(state: Report["state"], again: readonly number[] = []): Promise<unknown> {
    const body = this.body(state);
    const send = async () => {
      for (const pause of [...again, null]) {
        try {
          const { data } = await call("PUT /api/jobs/tell", body);
          if (!data.yours && state === "running") this.lost();
          return;
        } catch (problem) {
          if (pause === null) console.error("How the work stands could not be told.", problem);
          else await new Promise((resolve) => setTimeout(resolve, pause));
        }
      }
    };
    this.reports = this.reports.then(send);
    return this.reports;
  }

  /** Another window goes on with it. */
  private lost(): void {
    if (!isRunning(this.onScreen)) return;
    this.onScreen.cancel();
    notify({ tone: "info", message: `${this.onScreen.title}: this goes on in another window.`, seconds: 20 });
  }

  /** The page goes: the last word, which nobody waits for. */
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

  /** The browser had put the page aside, and goes on with it. */
  private readonly back = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) void this.tell("running");
  };
}
