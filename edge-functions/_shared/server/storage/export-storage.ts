/**
 * Private bucket of exported files, stored for 7 days. Browsers upload and download the files at addresses that are
 * signed here, after the database has permitted the request. Users' own tokens have no access to the bucket.
 */
import { gateway } from "../db/database.ts";
import { call, removeFrom, signUrls, storage } from "./storage-calls.ts";

const bucket = "exports";
/** Seconds until a link expires. */
const linkLife = 60;
/** Maximum number of files that one call of `sweepResults` removes. */
const filesAtOnce = 100;

/** Returns the address for uploading a file by PUT, relative to the project's address. */
export async function signUploadUrl(path: string): Promise<string> {
  // With `x-upsert`, a repeated upload replaces the file of an aborted upload.
  const { url } = (await storage("POST", `upload/sign/${bucket}/${path}`, "{}", {
    "content-type": "application/json",
    "x-upsert": "true",
  })) as { url: string };
  return `/storage/v1${url}`;
}

/** Returns a link that downloads the file under the given name; null if there is no file. */
export async function signDownloadUrl(path: string, name: string): Promise<string | null> {
  const link = (await signUrls(bucket, [path], linkLife)).get(path);
  return link ? `${link}&download=${encodeURIComponent(name)}` : null;
}

const centralDirectory = 64 * 1024;
/** Names of files that the ZIP archive of every workbook lists in its central directory. */
const partsOfWorkbook = ["[Content_Types].xml", "xl/workbook.xml"];

/**
 * Checks whether a stored file is a workbook: a ZIP archive with the parts of a workbook. The content type in Storage
 * is no proof, because the client states it.
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

/** Deletes expired jobs, and removes their files. @returns Number of removed files. */
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
