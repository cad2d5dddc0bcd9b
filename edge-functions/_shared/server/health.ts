/**
 * What works of the system, found out by doing it: a row is written, a byte is stored and read again, the other functions
 * and the services are asked. Everybody is told whether all does; which part does not, administrators only.
 */
import { asCaller } from "./as-caller.ts";
import { gateway } from "./database.ts";
import { databaseProblem } from "./database-problems.ts";
import { exchangeByte } from "./evidence-storage.ts";
import { serverSettings } from "./settings.ts";
import type { Caller } from "./token.ts";

/** A part of the system, and what is wrong with it in words; null while nothing is. */
export interface Part {
  part: "database" | "storage" | "disk" | "functions" | "auth";
  problem: string | null;
}

/** Milliseconds that each part has for its sign of life, and that an answer is good for. */
const patience = 5000;
const goodFor = 5000;

let last: { at: number; parts: Promise<Part[]> } | null = null;

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

const questions: Record<Part["part"], () => Promise<void>> = {
  database: () =>
    gateway().begin(
      async (tx) => {
        await tx`select private.write_pulse()`;
      },
      { mode: "read write", patience },
    ),
  storage: () => exchangeByte(patience),
  disk: () => ask("storage/v1/status"),
  functions: async () => {
    for (const name of ["charts", "dropdown"]) await ask(`functions/v1/${name}/pulse`, name);
  },
  auth: () => ask("auth/v1/health"),
};

function askAll(): Promise<Part[]> {
  return Promise.all(
    Object.entries(questions).map(async ([name, question]) => {
      const problem = await question().then(() => null, wordsFor);
      return { part: name as Part["part"], problem };
    }),
  );
}

const wordsFor = (error: unknown): string =>
  error instanceof Silent ? error.message : databaseProblem(error).message;

/** A part that does not answer, or answers that it does not work. */
class Silent extends Error {}

/** @throws Silent unless the answer is one of a part that works; that it knows no such call is such an answer. */
async function ask(call: string, name = call.split("/")[0]): Promise<void> {
  const { supabaseUrl, publishableKey } = serverSettings();
  const answer = await fetch(`${supabaseUrl}/${call}`, {
    headers: { apikey: publishableKey },
    signal: AbortSignal.timeout(patience),
  }).catch(() => {
    throw new Silent(`${name} does not answer.`);
  });
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  if (answer.status >= 500) throw new Silent(`${name}: ${message ?? answer.status}`);
}
