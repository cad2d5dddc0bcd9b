/**
 * Runs a bulk action in steps of at most 200 rows, one step after the other. Each step is one request that changes all
 * rows of the step or none of them. If the server refuses some rows, the run sends the other rows of the step again.
 * Each request carries the run's id and a step number, so a repeated request changes nothing twice. After Cancel, the
 * run ends with the current step.
 */
import type { Batch } from "../../lib/http/api.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { sessionUserId } from "../../lib/http/session.ts";
import { requireUser } from "../../lib/require-user.ts";
import { newImportId } from "../common/import-id.ts";

/**
 * Maximum number of rows per step. With more rows, Cancel would take effect late; with fewer rows, a run would need
 * many requests.
 */
export const stepSize = 200;

/** Id of a row, and the version that the user saw. */
export interface SeenRow {
  id: number;
  row_version: number;
  /**
   * Kind of request that changes the row. Set only if the rows of one action need different kinds. The caller must sort
   * the rows by kind, because one step can send only one kind.
   */
  kind?: string;
  /**
   * True if the user saw the row as returned to its office and not resubmitted. An approval must list the id of such a
   * row in `returned`.
   */
  returned?: true;
}

export interface Refused<T extends SeenRow = SeenRow> {
  row: T;
  why: string;
  /** True if the reason is that the row was returned to its office and not resubmitted. */
  returned?: true;
}

/**
 * `stopping`: the run ends after the current step. `stopped`: the run can't send the next step, for the reason in
 * `problem`. The user can continue a `cancelled` or `stopped` run.
 */
export type BulkStatus = "ready" | "running" | "stopping" | "stopped" | "cancelled" | "ended";

/** @template D Data stored for each finished row. */
export interface Bulk<T extends SeenRow, D> {
  status: BulkStatus;
  size: number;
  /** Number of rows at the start of the run. */
  all: number;
  waiting: readonly T[];
  /** Rows of the current step, or of the step at which the run stopped. */
  step: readonly T[];
  /** Number of the current step, from 1. A step gets a new number when the run removes rows from the step. */
  number: number;
  done: readonly D[];
  /** Number of rows that needed no change. */
  same: number;
  refused: readonly Refused<T>[];
  problem: string | null;
  /** True if the response to the current step was lost, so that it is unknown whether the server changed the rows. */
  unsure: boolean;
}

export type BulkEvent<D> =
  | { type: "go" | "cancel" }
  | { type: "done"; done: readonly D[]; same: number }
  /**
   * Event: the server refused rows of the step. `whys` maps the index of each refused row in the step to the reason.
   */
  | { type: "refused"; whys: ReadonlyMap<number, string>; returned?: ReadonlySet<number> }
  /** Event: the server refused the step without naming a row. */
  | { type: "refused somewhere"; message: string }
  /** Event: the response was lost, so the run will send the step again. */
  | { type: "lost"; message: string }
  | { type: "failed"; message: string; unsure: boolean };

export const initialBulk = <T extends SeenRow, D>(
  rows: readonly T[],
  size: number,
  refused: readonly Refused<T>[] = [],
  number = 1,
): Bulk<T, D> => ({
  ...{ status: "ready", size, all: rows.length + refused.length, waiting: rows, step: [], number },
  ...{ done: [], same: 0, refused, problem: null, unsure: false },
});

/** True while the run sends steps. */
export const isBulkRunning = (bulk: Pick<Bulk<SeenRow, unknown>, "status"> | null): boolean =>
  bulk?.status === "running" || bulk?.status === "stopping";

/** Returns the number of rows whose outcome is not known yet: the waiting rows and the rows of the current step. */
export const remainingCount = ({ waiting, step }: Pick<Bulk<SeenRow, unknown>, "waiting" | "step">): number =>
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
      // An earlier attempt of this step may have changed its rows, because the response was lost. So don't
      // report these rows as refused.
      if (bulk.unsure) return { ...bulk, status: "stopped", problem: event.message };
      // The server did not name the row that caused the error. In a step of one row, that row is the cause. The run
      // splits a longer step and sends each half separately, until it finds the row.
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

/** Starts the next step, or restarts the current step with fewer rows. The started step gets a new number. */
const nextNumber = <T extends SeenRow, D>(bulk: Bulk<T, D>): Bulk<T, D> =>
  next({ ...bulk, number: bulk.number + 1, problem: null, unsure: false });

function next<T extends SeenRow, D>(bulk: Bulk<T, D>): Bulk<T, D> {
  const { step, waiting, size, status } = bulk;
  if (remainingCount(bulk) === 0) return { ...bulk, status: "ended" };
  if (status === "stopping")
    return { ...bulk, status: "cancelled", step: [], waiting: [...step, ...waiting] };
  if (step.length > 0) return bulk;
  const other = waiting.findIndex(({ kind }) => kind !== waiting[0]?.kind);
  const end = other < 0 ? size : Math.min(size, other);
  return { ...bulk, step: waiting.slice(0, end), waiting: waiting.slice(end) };
}

/** Sends a step; throws on failure. The run counts rows as refused if an ApiProblem names them by their index. */
export type SendStep<T extends SeenRow, D> = (
  step: readonly T[],
  batch: Batch,
) => Promise<{ done: readonly D[]; same?: number }>;

/**
 * HTTP statuses after which it is unknown whether the server changed the rows of the step. They are 0 (no connection)
 * and the statuses of a gateway that can't reach the server.
 */
const lost = [0, 502, 503, 504];
/** HTTP statuses that no row can cause: not signed in, or too many requests. */
const notOfRows = [401, 429];

/** Converts the error of a step into an event for the run. */
export function toBulkEvent(problem: unknown): Exclude<BulkEvent<never>, { type: "go" | "cancel" | "done" }> {
  const message = messageOf(problem);
  if (!(problem instanceof ApiProblem)) return { type: "failed", message, unsure: false };
  if (lost.includes(problem.status)) return { type: "lost", message };
  if (problem.status >= 500 || notOfRows.includes(problem.status))
    return { type: "failed", message, unsure: problem.status >= 500 };
  // The server refuses the whole step. Either an earlier step with this number had different rows, or another window
  // runs the action.
  if (problem.details.some(({ index, field }) => index === undefined && field === "batch"))
    return { type: "failed", message, unsure: false };
  const whys = new Map<number, string>();
  for (const { index, message: why } of problem.details)
    if (index !== undefined) whys.set(index, [whys.get(index), why].filter(Boolean).join(" "));
  // A refusal (403) that names no row concerns all rows: the user has lost a right, or the reporting window has closed.
  if (whys.size === 0 && problem.status === 403) return { type: "failed", message, unsure: false };
  if (whys.size === 0) return { type: "refused somewhere", message };
  const returned = problem.details.flatMap((detail) => (detail.returned ? [detail.index ?? -1] : []));
  return { type: "refused", whys, ...(returned.length > 0 ? { returned: new Set(returned) } : {}) };
}

/** Ids and versions of a step's rows, as the body of a request contains them. */
export const idsAndVersions = (step: readonly SeenRow[]): { id: number[]; row_version: number[] } => ({
  id: step.map(({ id }) => id),
  row_version: step.map(({ row_version }) => row_version),
});

export interface RunOptions<T extends SeenRow> {
  size?: number;
  /** Milliseconds to wait before each retry of a step whose response was lost. */
  pauses?: readonly number[];
  /** Rows that are already refused when the run starts. */
  refused?: readonly Refused<T>[];
  /** The id of an earlier run and the number of its next step. Set only to continue an earlier run. */
  again?: { id: string; number: number } | undefined;
}

const usualPauses = [1000, 3000, 9000];

/** The methods of a run that don't depend on the type of its rows. */
export type AnyRun = Pick<BulkRun<SeenRow, unknown>, "subscribe" | "snapshot" | "go" | "cancel">;

/** Sends the steps one by one. `snapshot` returns the current state. */
export class BulkRun<T extends SeenRow, D> {
  private bulk: Bulk<T, D>;
  private readonly send: SendStep<T, D>;
  private readonly pauses: readonly number[];
  /** The user who starts the run. */
  private readonly userId = sessionUserId();
  /** Id of the run, sent with every step. */
  readonly id: string;
  /** Number of rows that were refused before the run started. They are the first rows in `refused`. */
  readonly skipped: number;
  private readonly listeners = new Set<() => void>();

  constructor(
    rows: readonly T[],
    send: SendStep<T, D>,
    { size = stepSize, pauses = usualPauses, refused = [], again }: RunOptions<T> = {},
  ) {
    this.id = again?.id ?? newImportId();
    this.skipped = refused.length;
    this.bulk = initialBulk(rows, size, refused, again?.number);
    this.send = send;
    this.pauses = pauses;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): Bulk<T, D> => this.bulk;

  /** Starts or continues the run. Resolves when no step is running any more. */
  async go(): Promise<Bulk<T, D>> {
    if (isBulkRunning(this.bulk)) return this.bulk;
    this.dispatch({ type: "go" });
    let tried = 0;
    while (isBulkRunning(this.bulk)) {
      const event = await this.sendStep();
      this.dispatch(event);
      if (event.type !== "lost") {
        tried = 0;
        continue;
      }
      const pause = this.pauses[tried++];
      if (pause === undefined || this.bulk.status === "stopping")
        this.dispatch({ type: "failed", message: event.message, unsure: true });
      else await new Promise((resolve) => setTimeout(resolve, pause));
    }
    return this.bulk;
  }

  /** Ends the run after the current step. */
  cancel(): void {
    this.dispatch({ type: "cancel" });
  }

  private async sendStep(): Promise<BulkEvent<D>> {
    try {
      requireUser(this.userId);
      const { done, same = 0 } = await this.send(this.bulk.step, {
        import_id: this.id,
        batch: this.bulk.number,
      });
      return { type: "done", done, same };
    } catch (problem) {
      return toBulkEvent(problem);
    }
  }

  private dispatch(event: BulkEvent<D>): void {
    const bulk = bulkReducer(this.bulk, event);
    if (bulk === this.bulk) return;
    this.bulk = bulk;
    for (const listener of this.listeners) listener();
  }
}
