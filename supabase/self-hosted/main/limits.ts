/** Limits of a function's worker in a self-hosted edge runtime. */

export interface WorkerLimits {
  memoryLimitMb: number;
  /**
   * Maximum age of a worker. At half of this age, the runtime starts a new worker for further requests. At the full
   * age, the runtime ends the old worker, even if it still handles requests.
   */
  workerTimeoutMs: number;
  /**
   * Limit of the CPU time of a worker, summed over all its requests. After this time, the runtime starts a new worker
   * for further requests, and ends the old worker when its requests have ended.
   */
  cpuTimeSoftLimitMs: number;
  /**
   * Maximum CPU time of a worker. The runtime ends a worker that exceeds it (for example in an endless loop), even if
   * requests are in progress.
   */
  cpuTimeHardLimitMs: number;
}

export const workerLimits: WorkerLimits = {
  // The highest measured memory use of a worker was 222 MB, while it handled an import and two requests for whole
  // lists.
  memoryLimitMb: 256,
  workerTimeoutMs: 24 * 3_600_000,
  // CPU time of 150,000 requests that take 4 ms each.
  cpuTimeSoftLimitMs: 600_000,
  cpuTimeHardLimitMs: 720_000,
};
