/**
 * The private bucket of exported files that are kept for a while. Their browsers send them, and fetch them, at addresses
 * that are signed here, once the database has said that the caller may; no token of a user reaches the bucket.
 */
import { gateway } from "../db/database.ts";
import { call, removeFrom, signIn, storage } from "./storage-calls.ts";

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

const centralDirectory = 64 * 1024;
/** Names of parts that a workbook has, as the directory at the end of its archive names them. */
const partsOfWorkbook = ["[Content_Types].xml", "xl/workbook.xml"];

/**
 * Whether a stored file is a workbook as the product writes them: an archive (ZIP) with the parts of one. Storage knows the
 * type by the sender's word alone.
 */
export async function isWorkbook(path: string): Promise<boolean> {
  const part = async (range: string): Promise<string> => {
    const answer = await call(`${bucket}/${path}`, { headers: { range } });
    const bytes = await answer.arrayBuffer();
    return answer.ok ? new TextDecoder("latin1").decode(bytes) : "";
  };
  const [head, end] = await Promise.all([part("bytes=0-3"), part(`bytes=-${centralDirectory}`)]);
  return head.startsWith("PK\u0003\u0004") && partsOfWorkbook.every((name) => end.includes(name));
}

export const removeResult = (path: string): Promise<void> => removeFrom(bucket, [path]);

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
