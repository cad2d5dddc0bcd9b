/**
 * What works of the system, found out by doing it: a row is written, a byte is stored and read again, the other functions
 * and the services are asked, the replica is read. Everybody is told whether all does that the product cannot do without;
 * which part does not, and how long each took, administrators only.
 *
 * `disk` is what Storage says of itself: the local stack's measures its disk, hosted Supabase's tells that it works.
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
import { exchangeByte } from "../storage/evidence-storage.ts";
import { compareNextOffice, readFigureHealth } from "./figures.ts";

/** Whether the system works without the part: a replica is left out, and figures that drifted stop nobody from saving. */
export const isOptionalPart = ({ part }: Part): boolean => part === "replica" || part === "figures";

/** Whether the part cannot write because its disk is full, as Storage and the database say it. */
const isFull = ({ part, problem }: Part): boolean =>
  (part === "disk" || part === "database") && /\bdisk (of the database )?is full\b/.test(problem ?? "");

/**
 * The sentence for a full disk; null when no disk is. Everyone may read it: with a full disk no administrator can sign in to
 * see which part fails.
 */
export async function fullDisk(): Promise<string | null> {
  const full = (await readHealth()).find(isFull);
  return full ? "The disk of the server is full. Ask whoever runs the server to free space." : null;
}

/** Milliseconds that each part has for its sign of life, and that an answer is good for. */
const patience = 5000;
const goodFor = 5000;

let last: { at: number; parts: Promise<Part[]> } | null = null;

/** Whether each part works, as the last look at them has shown. */
export const partsUp = async (): Promise<Gauge> => {
  const parts = await readHealth();
  return new Gauge("arbo_part_up", "Whether a part of the system works.", () =>
    parts.map(({ part, problem }) => [{ part }, problem === null ? 1 : 0]),
  );
};

/** All parts. However many ask at a time, the parts are asked once. */
export function readHealth(): Promise<Part[]> {
  const now = Date.now();
  if (!last || now - last.at > goodFor) last = { at: now, parts: askAll() };
  return last.parts;
}

/** Whether the caller administers users; nobody does whom the database does not know, or who cannot be looked up. */
export async function isAdministrator(caller: Caller): Promise<boolean> {
  const read = asCaller(
    caller,
    (tx) => tx<{ may: boolean }[]>`select private.caller_has_route('users') as may`,
  );
  const [row] = await read.catch(() => []);
  return row?.may ?? false;
}

/** Each is answered with what there is to tell of the part. @throws what is wrong with it. */
const questions: Record<Exclude<Part["part"], "replica" | "figures">, () => Promise<string | null>> = {
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
    // A newer database is no fault: in an upgrade it comes first.
    if (row?.level && row.level < neededMigration)
      throw new Silent(
        `The database stands at migration ${row.level}; these functions need ${neededMigration}.`,
      );
    return row?.level ? `At migration ${row.level}.` : null;
  },
  storage: () => exchangeByte(patience).then(() => null),
  disk: () => ask("storage/v1/status"),
  functions: async () => {
    for (const name of ["charts", "dropdown"]) await ask(`functions/v1/${name}/pulse`, name);
    return null;
  },
  auth: () => ask("auth/v1/health"),
};

function askAll(): Promise<Part[]> {
  const replica = readReplica();
  const asked = Object.entries(questions).map(([name, question]) =>
    timed(name as Part["part"], () =>
      question().then(
        (detail) => ({ problem: null, detail }),
        (error) => ({ problem: wordsFor(error), detail: null }),
      ),
    ),
  );
  compareNextOffice();
  const figures = timed("figures", () =>
    readFigureHealth().catch((error: unknown) => ({ problem: wordsFor(error), detail: null })),
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

const wordsFor = (error: unknown): string =>
  error instanceof Silent ? error.message : databaseProblem(error).message;

/** A part that does not answer, or answers that it does not work. */
class Silent extends Error {}

/**
 * What the part says of itself. @throws Silent unless the answer is one of a part that works; that it knows no such call is
 * such an answer.
 */
async function ask(call: string, name = call.split("/")[0]): Promise<string | null> {
  const { supabaseUrl, publishableKey } = serverSettings();
  const answer = await fetch(`${supabaseUrl}/${call}`, {
    headers: { apikey: publishableKey },
    signal: AbortSignal.timeout(patience),
  }).catch(() => {
    throw new Silent(`${name} does not answer.`);
  });
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  if (answer.status >= 500) throw new Silent(`${name}: ${message ?? answer.status}`);
  return (answer.ok && message) || null;
}
