/** Limits of a function's worker in a self-hosted edge runtime. */

export interface WorkerLimits {
  memoryLimitMb: number;
  /**
   * At half of this age, a worker gets no more requests, and the runtime starts another worker for them. At the full
   * age, the runtime ends the old worker, even if it still handles requests.
   */
  workerTimeoutMs: number;
  /**
   * CPU time of a worker in all its requests together. After this, the runtime starts another worker for new requests,
   * and ends the old worker as soon as its requests have ended.
   */
  cpuTimeSoftLimitMs: number;
  /** CPU time after which the runtime ends a worker with all its requests, for example an endless loop. */
  cpuTimeHardLimitMs: number;
}

export const workerLimits: WorkerLimits = {
  // Higher than the highest measured memory use: 222 MB, while a worker handled an import and two requests for whole
  // lists.
  memoryLimitMb: 256,
  workerTimeoutMs: 24 * 3_600_000,
  // High enough for 150,000 requests of 4 ms CPU time each.
  cpuTimeSoftLimitMs: 600_000,
  cpuTimeHardLimitMs: 720_000,
};
