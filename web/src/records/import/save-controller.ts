/**
 * Saves the rows of an import in batches of 50, one after the other (spec sections 5, 8 and 9). Each batch is saved
 * completely or not at all. A batch carries the id of the import and a batch number, so a repeated batch changes
 * nothing. If a batch fails, the import stops, and the earlier batches stay saved. The next run starts with the failed
 * batch.
 */
export type SaveRow = Readonly<Record<string, unknown>>;

/** Sends one batch. Rejects if the batch was not saved. */
export type SendBatch = (
  rows: readonly SaveRow[],
  batch: { import_id: string; batch: number },
) => Promise<void>;

export type SaveStatus = "ready" | "saving" | "cancelling" | "cancelled" | "failed" | "saved";

export interface SaveState {
  importId: string;
  status: SaveStatus;
  rows: number;
  savedRows: number;
  batches: number;
  savedBatches: number;
  failure: SaveFailure | null;
}

/** Failed batch, with the reason and the rows that caused the failure. */
export interface SaveFailure {
  /** Number of the batch, from 1. */
  batch: number;
  message: string;
  /** Rows that caused the failure, as indexes into all rows to save. Empty if the cause is not a single row. */
  rows: readonly { row: number; field?: string | undefined; message: string }[];
  /** True if the rows broke a rule. They would fail again. */
  breaksRule?: boolean | undefined;
}

export interface SaveOptions {
  rows: readonly SaveRow[];
  send: SendBatch;
  importId: string;
  onChange?: (state: SaveState) => void;
  /** Returns the message of an error from `send`, and the rows that caused the error. */
  explain?: (problem: unknown) => {
    message: string;
    rows: readonly { index?: number | undefined; field?: string | undefined; message: string }[];
    breaksRule?: boolean;
  };
  size?: number;
}

export const batchSize = 50;

export class SaveController {
  private readonly batches: readonly (readonly SaveRow[])[];
  private saved = 0;
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
      importId: this.options.importId,
      status: this.status,
      rows: this.options.rows.length,
      savedRows: this.batches.slice(0, this.saved).reduce((sum, batch) => sum + batch.length, 0),
      batches: this.batches.length,
      savedBatches: this.saved,
      failure: this.failure,
    };
  }

  /** Saves the remaining rows, also after a failure or cancellation. Resolves when no batch is being sent any more. */
  async run(): Promise<SaveState> {
    if (this.status === "saving" || this.status === "cancelling" || this.status === "saved")
      return this.state;
    this.failure = null;
    this.change("saving");
    while (this.saved < this.batches.length && !this.stopped()) await this.sendNext();
    this.change(this.outcome());
    return this.state;
  }

  /** Ends the import after the current batch. Saved rows stay saved. */
  cancel(): void {
    if (this.status === "saving") this.change("cancelling");
  }

  private stopped(): boolean {
    return this.failure !== null || this.status === "cancelling";
  }

  private outcome(): SaveStatus {
    if (this.failure) return "failed";
    return this.saved === this.batches.length ? "saved" : "cancelled";
  }

  private async sendNext(): Promise<void> {
    const index = this.saved;
    try {
      await this.options.send(this.batches[index] ?? [], {
        import_id: this.options.importId,
        batch: index + 1,
      });
      this.saved++;
    } catch (problem) {
      const explained = this.options.explain?.(problem) ?? { message: String(problem), rows: [] };
      const { message, rows, ...kind } = explained;
      const first = index * (this.options.size ?? batchSize);
      this.failure = {
        batch: index + 1,
        message,
        rows: rows.flatMap(({ index: place, field, message }) =>
          place === undefined ? [] : [{ row: first + place, message, ...(field ? { field } : {}) }],
        ),
        ...kind,
      };
    }
    this.change(this.status);
  }

  private change(status: SaveStatus): void {
    this.status = status;
    this.options.onChange?.(this.state);
  }
}

/** Returns the text of the alert for a failed batch (spec section 8). */
export const failureAlert = (failure: { batch: number; message: string }): string =>
  `Batch ${failure.batch} failed: ${failure.message}`;
