/**
 * Health checks of all parts of the system: write a row, store a byte and read it back, call the other functions and
 * services, and read from the replica. Everyone gets the overall state; only administrators get the state and duration
 * of each part. The part `disk` has the status that Storage reports about itself.
 */
import type { Part } from "../../contracts/health.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { gateway } from "../db/database.ts";
import { databaseProblem } from "../db/database-problems.ts";
import { type Replica, readReplica } from "../db/replica.ts";
import { neededMigration } from "../environment/needed-migration.ts";
import { serverSettings } from "../environment/settings.ts";
import { Gauge } from "../observe/exposition.ts";
import { testStorage } from "../storage/evidence-storage.ts";
import { readFigureHealth, refreshAndCompare } from "./figures.ts";

/**
 * True if the system works without the given part. The primary replaces the replica, and wrong stored figures don't
 * prevent saving.
 */
export const isOptionalPart = ({ part }: Part): boolean => part === "replica" || part === "figures";

/** True if the given part of the system reports a full disk. */
const isFull = ({ part, problem }: Part): boolean =>
  (part === "disk" || part === "database") && /\bdisk (of the database )?is full\b/.test(problem ?? "");

/**
 * Returns the message for a full disk, or null. The message is public, because even an administrator can't sign in
 * while the disk is full.
 */
export async function fullDisk(): Promise<string | null> {
  const full = (await readHealth()).find(isFull);
  return full ? "The disk of the server is full. Ask the server administrator to free space." : null;
}

/**
 * `patience` is the time limit of each check. The result of a check is reused during `goodFor`. Both are in
 * milliseconds.
 */
const patience = 5000;
const goodFor = 5000;

let last: { at: number; parts: Promise<Part[]> } | null = null;

/** Gauge that shows for each part whether it worked in the last health check. */
export const partsGauge = async (): Promise<Gauge> => {
  const parts = await readHealth();
  return new Gauge("arbo_part_up", "Whether a part of the system works.", () =>
    parts.map(({ part, problem }) => [{ part }, problem === null ? 1 : 0]),
  );
};

/** Checks all parts; concurrent requests share one check. */
export function readHealth(): Promise<Part[]> {
  const now = Date.now();
  if (!last || now - last.at > goodFor) last = { at: now, parts: checkAll() };
  return last.parts;
}

/** Checks whether the caller administers users. False if the caller is unknown or can't be looked up. */
export async function isAdministrator(caller: Caller): Promise<boolean> {
  const read = asCaller(
    caller,
    (tx) => tx<{ may: boolean }[]>`select private.caller_has_route('users') as may`,
  );
  const [row] = await read.catch(() => []);
  return row?.may ?? false;
}

/**
 * Health check of each part of the system. A check returns a detail to show, or null.
 * @throws Error when the part doesn't work.
 */
const checks: Record<Exclude<Part["part"], "replica" | "figures">, () => Promise<string | null>> = {
  database: () =>
    gateway().begin(
      async (tx) => {
        const [row] = await tx<{ server: string }[]>`
          select current_setting('server_version') as server, private.write_pulse()`;
        return `PostgreSQL ${row?.server.split(" ")[0]}.`;
      },
      { mode: "read write", patience },
    ),
  migrations: async () => {
    const [row] = await gateway().unsafe<{ level: string | null }[]>(
      "select private.migration_level() as level",
    );
    // A newer database is fine: an upgrade migrates the database before it replaces the functions.
    if (row?.level && row.level < neededMigration)
      throw new PartFailure(
        `The database is at migration ${row.level}; these functions need ${neededMigration}.`,
      );
    return row?.level ? `At migration ${row.level}.` : null;
  },
  storage: () => testStorage(patience).then(() => null),
  disk: () => fetchPart("storage/v1/status"),
  functions: async () => {
    for (const name of ["charts", "dropdown"]) await fetchPart(`functions/v1/${name}/pulse`, name);
    return null;
  },
  auth: () => fetchPart("auth/v1/health"),
};

function checkAll(): Promise<Part[]> {
  const replica = readReplica();
  const asked = Object.entries(checks).map(([name, check]) =>
    timed(name as Part["part"], () =>
      check().then(
        (detail) => ({ problem: null, detail }),
        (error) => ({ problem: messageFor(error), detail: null }),
      ),
    ),
  );
  refreshAndCompare();
  const figures = timed("figures", () =>
    readFigureHealth().catch((error: unknown) => ({ problem: messageFor(error), detail: null })),
  );
  const look = async (one: Replica) => ({ problem: await one.look(), detail: null });
  return Promise.all([...asked, figures, ...(replica ? [timed("replica", () => look(replica))] : [])]);
}

async function timed(
  part: Part["part"],
  look: () => Promise<Pick<Part, "problem" | "detail">>,
): Promise<Part> {
  const began = performance.now();
  const found = await look();
  return { part, ...found, milliseconds: Math.round(performance.now() - began) };
}

const messageFor = (error: unknown): string =>
  error instanceof PartFailure ? error.message : databaseProblem(error).message;

/** Error: a part of the system doesn't respond, or reports that it doesn't work. */
class PartFailure extends Error {}

/**
 * Returns the message in the response of a part of the system.
 * @throws PartFailure on a 5xx status or no response. A 404 shows that the part is working.
 */
async function fetchPart(call: string, name = call.split("/")[0]): Promise<string | null> {
  const { supabaseUrl, publishableKey } = serverSettings();
  const answer = await fetch(`${supabaseUrl}/${call}`, {
    headers: { apikey: publishableKey },
    signal: AbortSignal.timeout(patience),
  }).catch(() => {
    throw new PartFailure(`${name} does not answer.`);
  });
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  if (answer.status >= 500) throw new PartFailure(`${name}: ${message ?? answer.status}`);
  return (answer.ok && message) || null;
}
