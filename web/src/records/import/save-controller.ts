/**
 * Saves the rows of an import in batches of 50 with a few of them under way at once (spec sections 5, 8 and 9).
 *
 * A batch is saved whole or not at all, and carries the import's id and its number, so that sending it again changes
 * nothing. The first failing batch stops the import: those under way end, no more are sent. `resume` goes on with all
 * batches that are not saved, the failed one first. Knows nothing of React or HTTP.
 */
export type SaveRow = Readonly<Record<string, unknown>>;

/** Sends one batch; rejects when it was not saved. */
export type SendBatch = (
  rows: readonly SaveRow[],
  batch: { import_id: string; batch: number },
) => Promise<void>;

export type SaveStatus = "ready" | "saving" | "cancelling" | "cancelled" | "failed" | "saved";

export interface SaveState {
  status: SaveStatus;
  rows: number;
  savedRows: number;
  batches: number;
  savedBatches: number;
  /** The first batch that failed, counted from 1. */
  failure: { batch: number; message: string; row: number | null } | null;
}

export interface SaveOptions {
  rows: readonly SaveRow[];
  send: SendBatch;
  importId: string;
  onChange?: (state: SaveState) => void;
  /** Sentence of whatever `send` rejected with, and which row of the batch it is about. */
  explain?: (problem: unknown) => { message: string; index?: number | undefined };
  size?: number;
  parallel?: number;
}

export const batchSize = 50;
export const batchesAtOnce = 4;

export class SaveController {
  private readonly batches: readonly (readonly SaveRow[])[];
  private readonly saved = new Set<number>();
  private readonly options: SaveOptions;
  private status: SaveStatus = "ready";
  private failure: SaveState["failure"] = null;

  constructor(options: SaveOptions) {
    this.options = options;
    const size = options.size ?? batchSize;
    const count = Math.ceil(options.rows.length / size);
    this.batches = Array.from({ length: count }, (_, index) =>
      options.rows.slice(index * size, (index + 1) * size),
    );
  }

  get state(): SaveState {
    return {
      status: this.status,
      rows: this.options.rows.length,
      savedRows: [...this.saved].reduce((sum, index) => sum + (this.batches[index]?.length ?? 0), 0),
      batches: this.batches.length,
      savedBatches: this.saved.size,
      failure: this.failure,
    };
  }

  /** Saves what is not saved yet; also goes on after a failure or a cancellation. Resolves when nothing is under way. */
  async run(): Promise<SaveState> {
    if (this.status === "saving" || this.status === "cancelling" || this.status === "saved")
      return this.state;
    this.failure = null;
    this.change("saving");
    const waiting = this.batches.map((_, index) => index).filter((index) => !this.saved.has(index));
    const lane = async () => {
      for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
        await this.sendOne(index);
        if (this.stopped()) return;
      }
    };
    const lanes = Math.min(this.options.parallel ?? batchesAtOnce, waiting.length);
    await Promise.all(Array.from({ length: lanes }, lane));
    this.change(this.outcome());
    return this.state;
  }

  /** Sends no more batches. Those under way are saved; what is saved stays saved. */
  cancel(): void {
    if (this.status === "saving") this.change("cancelling");
  }

  private stopped(): boolean {
    return this.failure !== null || this.status === "cancelling";
  }

  private outcome(): SaveStatus {
    if (this.failure) return "failed";
    return this.saved.size === this.batches.length ? "saved" : "cancelled";
  }

  private async sendOne(index: number): Promise<void> {
    try {
      await this.options.send(this.batches[index] ?? [], {
        import_id: this.options.importId,
        batch: index + 1,
      });
      this.saved.add(index);
    } catch (problem) {
      this.fail(index, problem);
    }
    this.change(this.status);
  }

  private fail(index: number, problem: unknown): void {
    if (this.failure && this.failure.batch <= index + 1) return;
    const { message, index: inBatch } = this.options.explain?.(problem) ?? { message: String(problem) };
    const row = inBatch === undefined ? null : index * (this.options.size ?? batchSize) + inBatch;
    this.failure = { batch: index + 1, message, row };
  }

  private change(status: SaveStatus): void {
    this.status = status;
    this.options.onChange?.(this.state);
  }
}

/** The alert of a failed batch (spec section 8). */
export const failureAlert = (failure: { batch: number; message: string }): string =>
  `Batch ${failure.batch} failed: ${failure.message}`;
