/**
 * Access to a Supabase project through its URLs. Reads and writes the database with COPY over a plain connection, which
 * needs no Postgres programs. Reads and writes files through Storage.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { asLibpq } from "#shared/server/sql/connections.ts";
import { interruption, runAndClose } from "../common/interruption.ts";
import { StackError } from "../common/stack-error.ts";

export interface Project {
  /** URL that connects as `postgres`, the owner of the product's tables. */
  databaseUrl: string;
  supabaseUrl: string;
  secretKey: string;
}

/**
 * Reads the project from DATABASE_URL, SUPABASE_URL and SUPABASE_SECRET_KEY; null if DATABASE_URL is not set.
 * @throws StackError when DATABASE_URL is set but another variable is missing, or when a URL is invalid.
 */
export function readProject(env: NodeJS.ProcessEnv): Project | null {
  if (!env.DATABASE_URL) return null;
  const { DATABASE_URL: databaseUrl, SUPABASE_URL: supabaseUrl, SUPABASE_SECRET_KEY: secretKey } = env;
  if (!supabaseUrl || !secretKey) {
    throw new StackError(
      "With DATABASE_URL, SUPABASE_URL and SUPABASE_SECRET_KEY must be set, too: the files are read through Storage.",
    );
  }
  for (const [name, address] of Object.entries({ DATABASE_URL: databaseUrl, SUPABASE_URL: supabaseUrl }))
    if (!URL.canParse(address)) throw new StackError(`${name} is not a URL.`);
  return { databaseUrl, supabaseUrl: supabaseUrl.replace(/\/$/, ""), secretKey };
}

/** Runs work with a connection of the pg driver, which supports COPY, and closes the connection afterwards. */
export async function withClient<Result>(
  { databaseUrl }: Pick<Project, "databaseUrl">,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: asLibpq(databaseUrl) });
  // Without this listener, the loss of the connection would end the process. The pending query fails as well and
  // reports the loss.
  client.on("error", () => undefined);
  await client.connect();
  return runAndClose(
    () => work(client),
    () => client.end(),
  );
}

/** Time limit in milliseconds for reading or storing one file. */
const patience = 120_000;
/** Pauses in milliseconds before a failed request is sent again. */
const pauses = [1000, 4000, 15_000];
/**
 * Remaining time budget of this process for failed requests and the pauses after them, in milliseconds. Without this
 * limit, a restore of thousands of files would take days if Storage is down.
 */
let timeForFailures = 10 * 60_000;

/** Thrown if Storage refused a request, or could not be reached. */
export class StorageError extends StackError {
  /** True if the same request may succeed later. */
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.isTemporary = isTemporary;
  }
}

/**
 * Sends a request for a file of the bucket `evidence`. Retries after a pause if Storage cannot be reached or has a
 * temporary problem.
 * @param failure Beginning of an error message, such as "Storage did not return a.jpg".
 * @returns The body of the response; null if the file does not exist.
 * @throws StorageError when the last attempt failed; StackError when the time for retries is used up.
 */
async function requestFile(
  project: Project,
  name: string,
  init: RequestInit,
  failure: string,
): Promise<Uint8Array | null> {
  const attempt = async () => {
    if (timeForFailures <= 0)
      throw new StackError(`${failure}: Storage does not respond. Run the same command again later.`);
    const began = Date.now();
    try {
      return await sendRequest(project, name, init, failure);
    } catch (error) {
      timeForFailures -= Date.now() - began;
      throw error;
    }
  };
  for (const pause of pauses) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StorageError && error.isTemporary) || timeForFailures < pause) throw error;
    }
    timeForFailures -= pause;
    await sleep(pause, undefined, { signal: interruption });
  }
  return attempt();
}

async function sendRequest(
  project: Project,
  name: string,
  init: RequestInit,
  failure: string,
): Promise<Uint8Array | null> {
  const url = `${project.supabaseUrl}/storage/v1/object/evidence/${name.split("/").map(encodeURIComponent).join("/")}`;
  const { secretKey: key } = project;
  try {
    const answer = await fetch(url, {
      ...init,
      headers: { apikey: key, authorization: `Bearer ${key}`, ...init.headers },
      signal: AbortSignal.any([AbortSignal.timeout(patience), interruption]),
    });
    const body = new Uint8Array(await answer.arrayBuffer());
    if (answer.ok) return body;
    const text = Buffer.from(body).toString();
    // Storage may respond with HTTP status 400 and have the real status only in the body.
    const status = Number(/"statusCode":\s*"?(\d{3})/.exec(text)?.[1] ?? answer.status);
    if (status === 404 || answer.status === 404) return null;
    throw new StorageError(
      `${failure}: ${answer.status} ${text.slice(0, 200)}`,
      status >= 500 || status === 429,
    );
  } catch (error) {
    if (error instanceof StorageError) throw error;
    // `fetch` reports a lost connection only in the cause of its error.
    const reason = error instanceof Error ? String(error.cause ?? error.message) : String(error);
    throw new StorageError(`${failure}: ${reason}`, true);
  }
}

/**
 * Reads a stored file of the bucket `evidence`; null if it does not exist.
 * @throws StorageError when Storage rejects the request or can't be reached.
 */
export function readFileOf(project: Project, name: string): Promise<Uint8Array | null> {
  return requestFile(project, name, { method: "GET" }, `Storage did not return ${name}`);
}

/**
 * Stores a file, replacing an existing one.
 * @throws StorageError when Storage rejects the request or can't be reached.
 */
export async function storeFileOf(
  project: Project,
  name: string,
  bytes: Uint8Array,
  type: string,
): Promise<void> {
  const headers = { "content-type": type, "cache-control": "no-store", "x-upsert": "true" };
  const init = { method: "POST", body: bytes as BodyInit, headers };
  const failure = `Storage did not accept ${name}`;
  const answer = await requestFile(project, name, init, failure);
  if (!answer) throw new StorageError(`${failure}: 404, is there a bucket "evidence"?`, false);
}
