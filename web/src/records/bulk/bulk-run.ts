/**
 * An act on many rows as it goes: in steps of some hundred rows, one after the other, each a call of its own that does all
 * of its rows or none. Rows that the server names as refused are taken out of a step and the rest is sent again, so that
 * each row is done, or told with its reason, or not begun. A step carries the id of the act and its own number: sent again
 * after its answer was lost, it does nothing twice. Cancelled, the act ends after the step under way. Knows nothing of
 * React, nor of what is done to the rows.
 */
import type { Batch } from "../../lib/http/api.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { newImportId } from "../common/import-id.ts";

/** Rows of a step: short enough to be cancelled after, long enough that thousands do not take thousands of calls. */
export const stepSize = 200;

/** A row as it was seen. */
export interface SeenRow {
  id: number;
  row_version: number;
  /** Where an act does rows by different calls, by which: a step holds rows of one kind, and those of a kind stand together. */
  kind?: string;
  /** The row has an open return, and whoever acts knows it: an approval names it. */
  returned?: true;
}

export interface Refused<T extends SeenRow = SeenRow> {
  row: T;
  why: string;
  /** The row has an open return, so a bulk approval leaves it out. */
  returned?: true;
}

/**
 * stopping: the step under way is the last one. stopped: something stands in the way of the next step, and is told as
 * `problem`. cancelled and stopped acts go on where they ended.
 */
export type BulkStatus = "ready" | "running" | "stopping" | "stopped" | "cancelled" | "ended";

/** @template D What is known of a row once it is done. */
export interface Bulk<T extends SeenRow, D> {
  status: BulkStatus;
  size: number;
  /** How many rows it began with. */
  all: number;
  waiting: readonly T[];
  /** The rows of the step under way, or of the one that it stopped at. */
  step: readonly T[];
  /** Of the step, from 1. Other rows are another step. */
  number: number;
  done: readonly D[];
  /** How many rows were already as the act makes them. */
  same: number;
  refused: readonly Refused<T>[];
  problem: string | null;
  /** The answer of the step was lost: its rows are done, or not. */
  unsure: boolean;
}

export type BulkEvent<D> =
  | { type: "go" | "cancel" }
  | { type: "done"; done: readonly D[]; same: number }
  /** By the place of the row in the step. */
  | { type: "refused"; whys: ReadonlyMap<number, string>; returned?: ReadonlySet<number> }
  /** The step was refused, and no row was named. */
  | { type: "refused somewhere"; message: string }
  /** The answer was lost; it is asked for again. */
  | { type: "lost"; message: string }
  | { type: "failed"; message: string; unsure: boolean };

export const bulkStart = <T extends SeenRow, D>(
  rows: readonly T[],
  size: number,
  refused: readonly Refused<T>[] = [],
  number = 1,
): Bulk<T, D> => ({
  ...{ status: "ready", size, all: rows.length + refused.length, waiting: rows, step: [], number },
  ...{ done: [], same: 0, refused, problem: null, unsure: false },
});

/** Whether steps are being sent. */
export const isUnderWay = (bulk: Pick<Bulk<SeenRow, unknown>, "status"> | null): boolean =>
  bulk?.status === "running" || bulk?.status === "stopping";

/** Rows of which nothing is known to be done. */
export const leftOf = ({ waiting, step }: Pick<Bulk<SeenRow, unknown>, "waiting" | "step">): number =>
  waiting.length + step.length;

export function bulkReducer<T extends SeenRow, D>(bulk: Bulk<T, D>, event: BulkEvent<D>): Bulk<T, D> {
  switch (event.type) {
    case "go":
      return next({ ...bulk, status: "running", problem: null });
    case "cancel":
      return bulk.status === "running" ? { ...bulk, status: "stopping" } : bulk;
    case "done": {
      const same = bulk.same + event.same;
      return nextNumber({ ...bulk, done: [...bulk.done, ...event.done], same, step: [] });
    }
    case "refused": {
      const named = bulk.step.flatMap((row, at) => {
        const why = event.whys.get(at);
        if (why === undefined) return [];
        return [{ row, why, ...(event.returned?.has(at) ? { returned: true as const } : {}) }];
      });
      const step = bulk.step.filter((_, at) => !event.whys.has(at));
      return nextNumber({ ...bulk, refused: [...bulk.refused, ...named], step });
    }
    case "refused somewhere": {
      // What may be done already is not told as refused.
      if (bulk.unsure) return { ...bulk, status: "stopped", problem: event.message };
      // One row alone is to blame; of several, halves are tried until it is found.
      if (bulk.step.length === 1)
        return bulkReducer(bulk, { type: "refused", whys: new Map([[0, event.message]]) });
      const half = Math.ceil(bulk.step.length / 2);
      const waiting = [...bulk.step.slice(half), ...bulk.waiting];
      return nextNumber({ ...bulk, step: bulk.step.slice(0, half), waiting });
    }
    case "lost":
      return { ...bulk, problem: event.message, unsure: true };
    case "failed":
      return { ...bulk, status: "stopped", problem: event.message, unsure: bulk.unsure || event.unsure };
  }
}

/** A step with other rows than before, of which nothing is done yet. */
const nextNumber = <T extends SeenRow, D>(bulk: Bulk<T, D>): Bulk<T, D> =>
  next({ ...bulk, number: bulk.number + 1, problem: null, unsure: false });

function next<T extends SeenRow, D>(bulk: Bulk<T, D>): Bulk<T, D> {
  const { step, waiting, size, status } = bulk;
  if (leftOf(bulk) === 0) return { ...bulk, status: "ended" };
  if (status === "stopping")
    return { ...bulk, status: "cancelled", step: [], waiting: [...step, ...waiting] };
  if (step.length > 0) return bulk;
  const other = waiting.findIndex(({ kind }) => kind !== waiting[0]?.kind);
  const end = other < 0 ? size : Math.min(size, other);
  return { ...bulk, step: waiting.slice(0, end), waiting: waiting.slice(end) };
}

/** Does a step, or throws. What an ApiProblem names by index is refused. */
export type SendStep<T extends SeenRow, D> = (
  step: readonly T[],
  batch: Batch,
) => Promise<{ done: readonly D[]; same?: number }>;

/** No server, or a gateway that has none behind it for the moment: the step may have been done. */
const lost = [0, 502, 503, 504];
/** Nobody signed in, or too many calls: rows are not to blame. */
const notOfRows = [401, 429];

/** What the problem of a step means for its rows. */
export function eventOf(problem: unknown): Exclude<BulkEvent<never>, { type: "go" | "cancel" | "done" }> {
  const message = messageOf(problem);
  if (!(problem instanceof ApiProblem)) return { type: "failed", message, unsure: false };
  if (lost.includes(problem.status)) return { type: "lost", message };
  if (problem.status >= 500 || notOfRows.includes(problem.status))
    return { type: "failed", message, unsure: problem.status >= 500 };
  // The step itself is not wanted: it was done with other rows, or another window goes on.
  if (problem.details.some(({ index, field }) => index === undefined && field === "batch"))
    return { type: "failed", message, unsure: false };
  const whys = new Map<number, string>();
  for (const { index, message: why } of problem.details)
    if (index !== undefined) whys.set(index, [whys.get(index), why].filter(Boolean).join(" "));
  if (whys.size === 0) return { type: "refused somewhere", message };
  const returned = problem.details.flatMap((detail) => (detail.returned ? [detail.index ?? -1] : []));
  return { type: "refused", whys, ...(returned.length > 0 ? { returned: new Set(returned) } : {}) };
}

/** The parts of a step as calls take them. */
export const asSeen = (step: readonly SeenRow[]): { id: number[]; row_version: number[] } => ({
  id: step.map(({ id }) => id),
  row_version: step.map(({ row_version }) => row_version),
});

export interface RunOptions<T extends SeenRow> {
  size?: number;
  /** Milliseconds after which a step is sent again whose answer was lost. */
  pauses?: readonly number[];
  /** Rows that are refused before anything is sent. */
  refused?: readonly Refused<T>[];
  /** An act that was begun before, by its id, and the number from which its steps go on. */
  again?: { id: string; number: number } | undefined;
}

const usualPauses = [1000, 3000, 9000];

/** What is done with an act, whatever its rows are. */
export type AnyRun = Pick<BulkRun<SeenRow, unknown>, "subscribe" | "snapshot" | "go" | "cancel">;

/** Sends the steps. Its snapshot is the act as it stands. */
export class BulkRun<T extends SeenRow, D> {
  private bulk: Bulk<T, D>;
  private readonly send: SendStep<T, D>;
  private readonly pauses: readonly number[];
  /** By which its steps are known. */
  readonly id: string;
  private readonly listeners = new Set<() => void>();

  constructor(
    rows: readonly T[],
    send: SendStep<T, D>,
    { size = stepSize, pauses = usualPauses, refused = [], again }: RunOptions<T> = {},
  ) {
    this.id = again?.id ?? newImportId();
    this.bulk = bulkStart(rows, size, refused, again?.number);
    this.send = send;
    this.pauses = pauses;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): Bulk<T, D> => this.bulk;

  /** Begins, or goes on. Resolves when nothing is under way. */
  async go(): Promise<Bulk<T, D>> {
    if (isUnderWay(this.bulk)) return this.bulk;
    this.tell({ type: "go" });
    let tried = 0;
    while (isUnderWay(this.bulk)) {
      const event = await this.sendStep();
      this.tell(event);
      if (event.type !== "lost") {
        tried = 0;
        continue;
      }
      const pause = this.pauses[tried++];
      if (pause === undefined || this.bulk.status === "stopping")
        this.tell({ type: "failed", message: event.message, unsure: true });
      else await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return this.bulk;
  }

  /** Sends no more steps after the one under way. */
  cancel(): void {
    this.tell({ type: "cancel" });
  }

  private async sendStep(): Promise<BulkEvent<D>> {
    try {
      const { done, same = 0 } = await this.send(this.bulk.step, {
        import_id: this.id,
        batch: this.bulk.number,
      });
      return { type: "done", done, same };
    } catch (problem) {
      return eventOf(problem);
    }
  }

  private tell(event: BulkEvent<D>): void {
    const bulk = bulkReducer(this.bulk, event);
    if (bulk === this.bulk) return;
    this.bulk = bulk;
    for (const listener of this.listeners) listener();
  }
}
