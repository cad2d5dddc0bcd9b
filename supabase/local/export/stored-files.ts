/** Copies the files of Storage that belong to exported rows: photos and documents, each with its thumbnail. */
import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type pg from "pg";
import { storedFile } from "../backup/cluster-backup.ts";
import { type Project, readFileOf } from "../backup/project.ts";
import { ifExists } from "../common/if-exists.ts";
import { csvText, type ExportFolder } from "./folder.ts";

/** Opens a file of the bucket `evidence` by its path there; null if it does not exist. */
export type OpenFile = (name: string) => Promise<Readable | null>;

export const openFromDataDir =
  (dataDir: string): OpenFile =>
  async (name) => {
    const file = path.join(dataDir, storedFile(name));
    const found = await ifExists(access(file).then(() => true));
    return found ? createReadStream(file) : null;
  };

export const openFromProject =
  (project: Project): OpenFile =>
  async (name) => {
    const bytes = await readFileOf(project, name);
    return bytes && Readable.from([Buffer.from(bytes)]);
  };

interface StoredFile {
  path: string;
  part: string;
  table: string;
  row_id: string | null;
  /** True if the row is deleted but still in the trash. Such a row is in no table of the export. */
  row_deleted: boolean;
  file_name: string;
  content_type: string | null;
  sha256: string | null;
}

/** Lists the files that the caller can see. Includes the files of deleted rows, which can be restored for 30 days. */
export async function listFiles(client: pg.Client): Promise<StoredFile[]> {
  const { rows } = await client.query<StoredFile>(`
    select p.path, p.part, f.evidence_table as table, f.row_id::text,
      f.state = 'trashed' as row_deleted, f.file_name, p.content_type, p.sha256
    from public.evidence_files f
    cross join lateral (values ('original', f.file_path, f.content_type, f.sha256),
      ('thumbnail', f.thumbnail_path, null, f.thumbnail_sha256)) p (part, path, content_type, sha256)
    where f.state in ('kept', 'trashed') and p.path is not null order by p.path`);
  return rows;
}

const columns = [
  ...["file", "part", "table", "row_id", "row_deleted", "file_name", "content_type", "bytes", "sha256"],
  "state",
];

/**
 * Copies the files to files/ and writes files.csv, which lists each file with its row and with its state: copied,
 * missing or different.
 * @returns A message per file that is missing in Storage or differs from the hash in its row. Files of deleted rows
 * give no message, because the file check ignores deleted rows, too.
 */
export async function copyFiles(
  files: readonly StoredFile[],
  open: OpenFile,
  folder: ExportFolder,
): Promise<string[]> {
  const problems: string[] = [];
  const lines: (string | null)[][] = [];
  for (const { path: name, part, table, row_id, row_deleted, file_name, content_type, sha256 } of files) {
    const stream = await open(name);
    const written = stream && (await folder.write(`files/${name}`, stream));
    const state = !written
      ? "missing"
      : sha256 !== null && written.sha256 !== sha256
        ? "different"
        : "copied";
    if (state !== "copied" && !row_deleted)
      problems.push(`files: ${name} of ${table} ${row_id} is ${state} in Storage`);
    lines.push([
      ...[`files/${name}`, part, table, row_id, String(row_deleted), file_name, content_type],
      ...[written ? String(written.bytes) : null, written ? written.sha256 : sha256, state],
    ]);
  }
  await folder.writeText("files.csv", csvText(columns, lines));
  return problems;
}
