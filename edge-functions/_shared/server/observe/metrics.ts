/**
 * Metrics of a function for Prometheus. Each process counts its own work since its start, and has its own time series
 * (supabase/seeing.md).
 */
import type { ProblemKind } from "../../contracts/base/problems.ts";
import type { PoolUse } from "../sql/sql.ts";
import { Counter, type Family, formatMetrics, Gauge, Histogram, type Labels } from "./exposition.ts";

const requests = new Counter("arbo_requests_total", "Requests by route pattern and status.");
const durations = new Histogram(
  "arbo_request_seconds",
  "Seconds from the start of a request to the end of its response.",
  [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
);
const rows = new Counter("arbo_rows_total", "Record rows that were read for responses, saved or deleted.");
const failures = new Counter("arbo_failures_total", "Requests that were refused or failed, by reason.");
const reads = new Counter(
  "arbo_reads_total",
  "Read transactions that may use the replica, by the server that ran them, and the reason if that was the primary.",
);
const signIns = new Counter("arbo_sign_ins_total", "Sign-in attempts, by outcome.");
const uploads = new Counter("arbo_uploads_total", "Files that were stored.");
const uploadedBytes = new Counter("arbo_upload_bytes_total", "Bytes of the files that were stored.");

/** A request whose response was sent. `route` is the path pattern of its endpoint; null if no endpoint matches. */
export interface FinishedRequest {
  method: string;
  route: string | null;
  status: number;
  seconds: number;
  rows: number;
  problem: ProblemKind | null;
}

export function countRequest(answered: FinishedRequest): void {
  const { route } = answered;
  // Requests to unknown routes share one label set, because client input, such as an unknown method, must not create
  // time series.
  const labels: Labels = route === null ? { method: "", route: "" } : { method: answered.method, route };
  requests.add({ ...labels, status: String(answered.status) });
  durations.observe(labels, answered.seconds);
  if (answered.rows > 0) rows.add(labels, answered.rows);
  if (answered.problem) failures.add({ code: answered.problem });
}

export const countRead = (server: "replica" | "primary", reason: "" | "behind" | "failed"): void =>
  reads.add({ server, reason });

export const countSignIn = (outcome: "accepted" | "wrong" | "held_off" | "failed"): void =>
  signIns.add({ outcome });

export function countUpload(bytes: number): void {
  uploads.add({});
  uploadedBytes.add({}, bytes);
}

const pools = new Map<string, { most: number; use: () => PoolUse }>();
const queues = new Map<string, () => number>();

/** Registers a connection pool to be monitored. */
export const watchPool = (name: string, most: number, use: () => PoolUse): void =>
  void pools.set(name, { most, use });

/** Registers a queue to be monitored by its length. */
export const watchQueue = (name: string, waiting: () => number): void => void queues.set(name, waiting);

const connections = new Gauge("arbo_database_connections", "Connections of a pool, by state.", function* () {
  for (const [pool, { use }] of pools) {
    const { used, idle } = use();
    yield [{ pool, state: "used" }, used];
    yield [{ pool, state: "idle" }, idle];
  }
});
const mostConnections = new Gauge("arbo_database_connections_most", "Size of a pool.", function* () {
  for (const [pool, { most }] of pools) yield [{ pool }, most];
});
const waiting = new Gauge(
  "arbo_waiting",
  "Requests that wait for a connection or a free slot.",
  function* () {
    for (const [pool, { use }] of pools) yield [{ queue: `connection: ${pool}` }, use().waiting];
    for (const [queue, count] of queues) yield [{ queue }, count()];
  },
);

interface Runtime {
  env: Record<string, string | undefined>;
  memoryUsage?: () => Record<"rss" | "heapTotal" | "heapUsed" | "external", number>;
}
/**
 * The process object, in Deno and in Node, without an import of node:process, because `deno check` would then need
 * Node's types.
 */
const { process: runtime } = globalThis as unknown as { process: Runtime };

const memory = new Gauge("arbo_memory_bytes", "Memory of the process.", function* () {
  const usage = runtime.memoryUsage?.();
  for (const kind of ["rss", "heapTotal", "heapUsed", "external"] as const)
    if (usage) yield [{ kind }, usage[kind]];
});
const startedAt = Date.now() / 1000;
const started = new Gauge("arbo_started_seconds", "Start time of the process, in seconds since 1970.", () => [
  [{}, startedAt],
]);

/**
 * Label of this process: the platform's id of the isolate, otherwise a random id. Without this label, Prometheus would
 * take two copies of a function for one whose counters are reset at each scrape.
 */
const ownLabel: Labels = runtime.env.SB_EXECUTION_ID
  ? { isolate: runtime.env.SB_EXECUTION_ID }
  : { process: crypto.randomUUID().slice(0, 8) };

/**
 * Returns all metrics of this process in Prometheus' text format.
 * @param name Name of the function.
 * @param more Metrics that only this function has.
 */
export const ownMetrics = (name: string, more: readonly Family[] = []): string =>
  formatMetrics(
    [
      ...[requests, durations, rows, failures, reads, signIns, uploads, uploadedBytes],
      ...[connections, mostConnections, waiting, memory, started],
      ...more,
    ],
    { function: name, ...ownLabel },
  );
