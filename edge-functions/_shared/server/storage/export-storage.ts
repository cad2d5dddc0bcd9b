/**
 * The private bucket of exported files that are kept for a while. Their browsers send them, and fetch them, at addresses
 * that are signed here, once the database has said that the caller may; no token of a user reaches the bucket.
 */
import { gateway } from "../db/database.ts";
import { removeFrom, signIn, storage } from "./storage-calls.ts";

const bucket = "exports";
/** Seconds for which a link is good. */
const linkLife = 60;
/** Most files of one sweep. */
const filesAtOnce = 100;

/** Where the file of a path is sent to, by PUT; relative to the project's own address. */
export async function addressToStore(path: string): Promise<string> {
  // A file that is sent again takes the place of what a broken connection has left.
  const { url } = (await storage("POST", `upload/sign/${bucket}/${path}`, "{}", {
    "content-type": "application/json",
    "x-upsert": "true",
  })) as { url: string };
  return `/storage/v1${url}`;
}

/** A link that saves the file under that name; null where it is not there. */
export async function linkToResult(path: string, name: string): Promise<string | null> {
  const link = (await signIn(bucket, [path], linkLife)).get(path);
  return link ? `${link}&download=${encodeURIComponent(name)}` : null;
}

/** Forgets jobs whose time is over, and removes the files of those that are gone. @returns How many files. */
export async function sweepResults(): Promise<number> {
  const paths = await gateway().begin(
    async (tx) =>
      (await tx.unsafe<{ path: string }[]>(`select path from private.sweep_jobs(${filesAtOnce}) path`)).map(
        ({ path }) => path,
      ),
    { mode: "read write", patience: 10_000 },
  );
  if (paths.length > 0) await removeFrom(bucket, paths);
  return paths.length;
}
