/** Reads the files of rows from Storage, and compares them with the hashes from their upload. */
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import { sha256 } from "../crypto/hash.ts";
import { readStored } from "./evidence-storage.ts";

/** Time limit in milliseconds for reading files in one request. */
const longestReading = 20_000;
const filesAPage = 100;

interface StoredFile {
  path: string;
  sha256: string | null;
  size: string;
  evidence_table: string;
  row_id: number;
}

/** A row's file that is missing in Storage, or has different bytes. */
export interface StoreFault {
  fault: "missing_file" | "altered_file";
  path: string;
  evidence_table: string;
  row_id: number;
}

/**
 * Reads one file after the other, in the order of their paths, until the time limit. Only administrators get files to
 * read.
 * @param after Path of the last file that an earlier request read.
 * @returns The faults, and in `next` the path of the last file that was read. `next` is null if all files were read.
 */
export async function readStore(
  caller: Caller,
  after: string,
): Promise<{ found: StoreFault[]; next: string | null }> {
  const end = Date.now() + longestReading;
  const found: StoreFault[] = [];
  for (let from = after; ; ) {
    const files = await storedFiles(caller, from);
    for (const file of files) {
      if (Date.now() > end) return { found, next: from };
      const fault = await faultOf(file);
      const { path, evidence_table, row_id } = file;
      if (fault) found.push({ fault, path, evidence_table, row_id });
      from = path;
    }
    if (files.length < filesAPage) return { found, next: null };
  }
}

const storedFiles = (caller: Caller, after: string): Promise<StoredFile[]> =>
  asCaller(caller, async (tx) => [
    ...(await tx.unsafe<StoredFile[]>(
      `select path, sha256, size, evidence_table, row_id::float8 as row_id
       from private.kept_files($1::text, ${filesAPage})`,
      [after],
    )),
  ]);

async function faultOf({ path, sha256: wanted, size }: StoredFile): Promise<StoreFault["fault"] | null> {
  const bytes = await readStored(path);
  if (bytes === null) return "missing_file";
  const same = wanted === null ? bytes.length === Number(size) : sha256(bytes) === wanted;
  return same ? null : "altered_file";
}
