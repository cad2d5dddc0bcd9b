/**
 * Life of a file upload: announced (recorded in the database), stored, then attached to its row. The announcement is
 * committed before the file is stored. So the files that a crash leaves behind are known, and can be removed after the
 * announcement expires. Before the file is stored, the row is saved on trial and rolled back, so that the database can
 * refuse the row early.
 */
import { Problem } from "../../contracts/base/problems.ts";
import type { AnyRecord } from "../../records/vocabulary/types.ts";
import { refusal } from "../access/refusals.ts";
import type { Transaction } from "../db/database.ts";
import { countUpload } from "../observe/metrics.ts";
import { storeFile } from "../storage/evidence-storage.ts";
import type { ReceivedFile, ReceivedItem } from "./received-files.ts";

/** Storage paths for a file. If an earlier attempt with the same upload has saved the row: the id of this row. */
export type Announcement = { path: string; thumbnailPath: string | null } | { savedAs: number };

/** The record that owns a file. */
export interface Owner {
  table: string;
  id: number;
}

interface Begun {
  state: "reserved" | "kept" | "conflict" | "deleted" | "given_up" | "no_owner" | "refused";
  file_path?: string;
  thumbnail_path?: string | null;
  row_id?: number;
  office?: string;
  status?: string;
}

export type FileItem = ReceivedItem & { file: ReceivedFile };

/**
 * Records in the database that the file of this item will be stored. @throws Problem of kind `not_found`, `refused`,
 * `conflict`.
 */
export async function announceUpload(
  tx: Transaction,
  record: AnyRecord,
  item: FileItem,
  owner: Owner,
): Promise<Announcement> {
  const { file, thumbnail, uploadId, index } = item;
  const upload = {
    upload_id: uploadId,
    file_name: file.name,
    content_type: file.kind.contentType,
    extension: file.kind.extension,
    size: file.bytes.length,
    sha256: file.sha256,
    thumbnail_extension: thumbnail?.kind.extension ?? null,
    thumbnail_size: thumbnail?.bytes.length ?? null,
    thumbnail_sha256: thumbnail?.sha256 ?? null,
  };
  const [row] = await tx.unsafe<{ begun: Begun }[]>(
    "select private.begin_upload($1::text, $2::text, $3::text::bigint, $4::text::jsonb) as begun",
    [record.table, owner.table, String(owner.id), JSON.stringify(upload)],
  );
  const begun = row?.begun;
  switch (begun?.state) {
    case "reserved":
      return { path: begun.file_path ?? "", thumbnailPath: begun.thumbnail_path ?? null };
    case "kept":
      return { savedAs: begun.row_id ?? 0 };
    case "refused":
      throw await refusal(tx, record, "insert", [
        { index, id: null, office: begun.office ?? null, status: begun.status ?? null },
      ]);
    case "conflict":
      throw uploadProblem(index, "This upload belongs to another file. Send the file as a new upload.");
    case "deleted":
      throw uploadProblem(
        index,
        "This file was saved, and has been deleted since. To save it again, send it as a new upload.",
      );
    case "given_up":
      throw uploadProblem(index, "This upload was abandoned. Send the file as a new upload.");
    default: {
      const message =
        "The record that the file belongs to does not exist, or belongs to an office that you cannot see.";
      throw new Problem("not_found", message, [{ index, field: record.files?.owner.id ?? "id", message }]);
    }
  }
}

const uploadProblem = (index: number, message: string): Problem =>
  new Problem("conflict", message, [{ index, field: "upload_id", message }]);

/**
 * Refuses the item if another row that the caller can see has the same file, unless the item allows duplicates.
 * @throws Problem of kind `conflict`.
 */
export async function refuseDuplicate(tx: Transaction, record: AnyRecord, item: FileItem): Promise<void> {
  if (item.keepDuplicate) return;
  const rowId = item.fields.id === undefined ? null : String(item.fields.id);
  const [row] = await tx.unsafe<{ id: string | null }[]>(
    "select private.find_same_file($1::text, $2::text, $3::text::uuid, $4::text::bigint) as id",
    [record.table, item.file.sha256, item.uploadId, rowId],
  );
  if (row?.id == null) return;
  const id = Number(row.id);
  const message = `${item.file.name} is already stored, as ${record.noun.one} ${id}.`;
  throw new Problem("conflict", message, [{ index: item.index, field: "file", message, duplicate_of: id }]);
}

/** Stores a file and its thumbnail in Storage. */
export async function storeUpload(
  item: FileItem,
  place: { path: string; thumbnailPath: string | null },
): Promise<void> {
  await Promise.all([
    storeFile(place.path, item.file.bytes, item.file.kind.contentType),
    item.thumbnail && place.thumbnailPath
      ? storeFile(place.thumbnailPath, item.thumbnail.bytes, item.thumbnail.kind.contentType)
      : null,
  ]);
  countUpload(item.file.bytes.length);
}

/**
 * Confirms with the API's own role that the stored bytes have these hashes. The row can then use the upload in the same
 * transaction.
 * @throws Error of the database (AG002) when the upload was recorded with different hashes.
 */
export async function confirmUpload(
  tx: Transaction,
  uploader: string,
  { uploadId, file, thumbnail }: FileItem,
): Promise<void> {
  await tx.unsafe("select private.confirm_upload($1::text::uuid, $2::text::uuid, $3::text, $4::text)", [
    uploadId,
    uploader,
    file.sha256,
    thumbnail?.sha256 ?? null,
  ]);
}

/** Runs the work in a savepoint and rolls it back. @throws errors of the work. */
export async function dryRun(tx: Transaction, work: (point: Transaction) => Promise<unknown>): Promise<void> {
  const undo = new Error("undo");
  await tx
    .savepoint(async (point) => {
      await work(point);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
}
