/** Temporary links to stored files. */
import type { z } from "zod";
import type { linksBody } from "../../contracts/record-acts.ts";
import { asCaller } from "../access/as-caller.ts";
import type { Caller } from "../access/token.ts";
import type { Table } from "../db/columns.ts";
import { signFiles } from "../storage/evidence-storage.ts";

/** Seconds until a link expires. */
const linkLife = 300;

interface FileRow {
  id: string;
  file_path: string;
  thumbnail_path: string | null;
  file_name: string;
  content_type: string;
}

type Wanted = z.output<typeof linksBody>;

/** Returns links to the files of those rows that the caller can see. */
export async function links(caller: Caller, table: Table, { ids, only }: Wanted): Promise<object[]> {
  const rows = await asCaller(caller, (tx) =>
    tx.unsafe<FileRow[]>(
      // The caller must be able to see both the row of the record and the row of the upload.
      `select r.id, f.file_path, f.thumbnail_path, r.file_name, r.content_type
       from ${table.sql} r join public.evidence_files f on f.upload_id = r.upload_id
       where r.id = any ($1::text::bigint[])`,
      [`{${ids.join(",")}}`],
    ),
  );
  const paths = rows.flatMap((row) => [
    ...(only ? [] : [row.file_path]),
    ...(row.thumbnail_path ? [row.thumbnail_path] : []),
  ]);
  const expires = new Date(Date.now() + linkLife * 1000).toISOString();
  const urls = await signFiles(paths, linkLife);
  return rows.map((row) => ({
    id: Number(row.id),
    file_url: urls.get(row.file_path) ?? null,
    thumbnail_url: urls.get(row.thumbnail_path ?? "") ?? null,
    file_name: row.file_name,
    content_type: row.content_type,
    expires_at: expires,
  }));
}
