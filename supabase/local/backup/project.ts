/**
 * Access to a Supabase project through its URLs: to the database, with COPY over a plain connection (which needs no
 * Postgres programs), and to the files, through Storage.
 */
import pg from "pg";
import { asLibpq } from "#shared/server/sql/connections.ts";
import { runAndClose } from "../common/interruption.ts";
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

async function storage(project: Project, name: string, init: RequestInit): Promise<Response> {
  const url = `${project.supabaseUrl}/storage/v1/object/evidence/${name.split("/").map(encodeURIComponent).join("/")}`;
  const { secretKey: key } = project;
  return fetch(url, {
    ...init,
    headers: { apikey: key, authorization: `Bearer ${key}`, ...init.headers },
    signal: AbortSignal.timeout(patience),
  });
}

/**
 * Reads a stored file of the bucket `evidence`; null if it does not exist.
 * @throws StackError when Storage refuses.
 */
export async function readFileOf(project: Project, name: string): Promise<Uint8Array | null> {
  const answer = await storage(project, name, { method: "GET" });
  if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  const text = await answer.text();
  // Storage may respond with HTTP status 400 and have the real status 404 only in the body.
  if (answer.status === 404 || /"statusCode":\s*"?404/.test(text)) return null;
  throw new StackError(`Storage did not return ${name}: ${answer.status} ${text.slice(0, 200)}`);
}

/**
 * Stores a file, replacing an existing one.
 * @throws StackError when Storage refuses.
 */
export async function storeFileOf(
  project: Project,
  name: string,
  bytes: Uint8Array,
  type: string,
): Promise<void> {
  const headers = { "content-type": type, "cache-control": "no-store", "x-upsert": "true" };
  const answer = await storage(project, name, { method: "POST", body: bytes as BodyInit, headers });
  if (!answer.ok)
    throw new StackError(
      `Storage did not accept ${name}: ${answer.status} ${(await answer.text()).slice(0, 200)}`,
    );
  await answer.body?.cancel();
}
