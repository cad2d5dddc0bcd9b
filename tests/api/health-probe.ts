/**
 * Requests /api/health four times per second from a separate thread, so that the work of the test can't delay a
 * response.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";

const source = `
  const { parentPort, workerData } = require("node:worker_threads");
  const seen = { slowest: 0, asked: 0, statuses: {} };
  let open = true;
  parentPort.on("message", () => { open = false; });
  (async () => {
    while (open) {
      const began = performance.now();
      const status = await fetch(workerData + "/api/health").then(
        (answer) => answer.text().then(() => answer.status), String);
      seen.slowest = Math.max(seen.slowest, Math.round(performance.now() - began));
      seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
      seen.asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    parentPort.postMessage(seen);
  })();
`;

export interface Health {
  /** Response time of the slowest request, in milliseconds. */
  slowest: number;
  asked: number;
  statuses: Record<string, number>;
}

/** Requests /api/health repeatedly until the work is done. */
export async function healthDuring(url: string, work: () => Promise<unknown>): Promise<Health> {
  const worker = new Worker(source, { eval: true, workerData: url });
  const seen = new Promise<Health>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  try {
    await work();
    worker.postMessage("end");
    return await seen;
  } finally {
    await worker.terminate();
  }
}

/** Response time of /api/health on an idle machine of average speed, in milliseconds. */
const usualHealth = 100;

/**
 * Returns the factor by which /api/health is currently slower than usual; at least 1. Tests multiply their time limits
 * by this factor.
 */
export async function slownessOf(url: string): Promise<number> {
  const { slowest } = await healthDuring(url, () => sleep(2000));
  return Math.max(1, slowest / usualHealth);
}
