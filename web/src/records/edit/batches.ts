/**
 * Saves the changes of many rows by the ordinary call, 50 at a time. A batch is saved whole or not at all: rows that the
 * server names as refused are taken out of it, and the rest is sent again, so that each row is either saved or told.
 * Running again after the connection was lost goes on with the same batch under the same number.
 */
import type { Row } from "../../lib/http/api.ts";
import { ApiProblem, messageOf } from "../../lib/http/problem.ts";
import { newImportId } from "../common/import-id.ts";
import type { Plan } from "./planned.ts";
import type { SavedChange } from "./save-change.ts";

export const batchSize = 50;

export interface Outcome {
  saved: readonly SavedChange[];
  refused: readonly { row: Row; why: string }[];
  /** Rows that were not tried yet. */
  left: number;
  /** Why it stopped before the end; null where it did not. */
  stopped: string | null;
}

export type SendBatch = (
  rows: readonly object[],
  batch: { import_id: string; batch: number },
) => Promise<readonly Row[]>;

/** No server, or a gateway that has none behind it for the moment: the batch may have been saved. */
const lost = [0, 502, 503, 504];

export class Batches {
  private readonly importId = newImportId();
  private number = 1;
  private saved: readonly SavedChange[] = [];
  private refused: Outcome["refused"] = [];
  private waiting: readonly Plan[];
  private batch: readonly Plan[] = [];
  private readonly reason: string;
  private readonly send: SendBatch;
  private readonly onChange: (outcome: Outcome) => void;

  constructor(
    plans: readonly Plan[],
    /** Why unusual values are right; empty where none are. */
    reason: string,
    send: SendBatch,
    onChange: (outcome: Outcome) => void = () => undefined,
  ) {
    this.waiting = plans;
    this.reason = reason;
    this.send = send;
    this.onChange = onChange;
  }

  /** Saves what is not saved yet. */
  async run(): Promise<Outcome> {
    for (;;) {
      if (this.batch.length === 0) {
        this.batch = this.waiting.slice(0, batchSize);
        this.waiting = this.waiting.slice(batchSize);
      }
      if (this.batch.length === 0) return this.outcome();
      const stopped = await this.sendBatch();
      if (stopped !== null) return this.outcome(stopped);
      this.onChange(this.outcome());
    }
  }

  /** Answers why nothing more can be sent; null where it can. */
  private async sendBatch(): Promise<string | null> {
    const { batch } = this;
    const inputs = batch.map(({ input, unusual }) => input(unusual.length > 0 ? this.reason : ""));
    try {
      const rows = await this.send(inputs, { import_id: this.importId, batch: this.number });
      const saved = batch.map(({ row, before }, at) => ({ stored: { ...row, ...rows[at] }, before }));
      this.saved = [...this.saved, ...saved];
      this.batch = [];
    } catch (problem) {
      if (problem instanceof ApiProblem && lost.includes(problem.status)) return messageOf(problem);
      this.takeOut(problem);
    }
    // Other rows are another batch.
    this.number++;
    return null;
  }

  private takeOut(problem: unknown): void {
    const details = problem instanceof ApiProblem ? problem.details : [];
    const whys = new Map<number, string>();
    for (const { index, message } of details) {
      if (index !== undefined) whys.set(index, [whys.get(index), message].filter(Boolean).join(" "));
    }
    // Where no row is to blame, all are.
    const why = (at: number) => (whys.size === 0 ? messageOf(problem) : whys.get(at));
    this.refused = [
      ...this.refused,
      ...this.batch.flatMap(({ row }, at) => {
        const said = why(at);
        return said === undefined ? [] : [{ row, why: said }];
      }),
    ];
    this.batch = this.batch.filter((_, at) => why(at) === undefined);
  }

  private outcome(stopped: string | null = null): Outcome {
    const { saved, refused } = this;
    return { saved, refused, left: this.batch.length + this.waiting.length, stopped };
  }
}
