/**
 * Replaces the files in an anonymised copy: each photo by a picture of the demo data, each document by one page of
 * text. Each new file contains its own id, so that no two files have the same bytes.
 */
import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type pg from "pg";
import { pdfOf } from "../../../seed/photos/document.ts";
import { jpegSegment } from "../../../seed/photos/exif.ts";
import { forEach } from "../backup/backup-folder.ts";
import { type Project, storeFileOf } from "../backup/project.ts";

interface NewFile {
  upload_id: string;
  new_id: string;
  file_path: string;
  thumbnail_path: string | null;
  content_type: "application/pdf" | "image/jpeg";
}

const pictures = new URL("../../../seed/photos/pictures/", import.meta.url);
const [photo, smallPhoto] = ["hall-after.jpg", "small/hall-after.jpg"].map((name) =>
  readFileSync(new URL(name, pictures)),
) as [Buffer, Buffer];

function pictureOf(bytes: Buffer, id: string): Buffer {
  return Buffer.concat([bytes.subarray(0, 2), jpegSegment(0xfe, Buffer.from(id)), bytes.subarray(2)]);
}

const bytesOf = ({ content_type, new_id }: NewFile): Buffer =>
  content_type === "application/pdf"
    ? pdfOf(["Document of the training copy", `File ${new_id}`])
    : pictureOf(photo, new_id);
const thumbnailOf = ({ new_id }: NewFile): Buffer => pictureOf(smallPhoto, new_id);
const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/**
 * Chooses a new id and path for the file of each row, and fills `anonymous.files`. Pictures of any format become JPEG
 * files.
 */
export async function planFiles(client: pg.Client): Promise<NewFile[]> {
  const { rows } = await client.query<{ upload_id: string; folder: string; type: string; small: boolean }>(`
    select upload_id, substring(file_path from '^(.*)/') as folder, content_type as type,
      thumbnail_path is not null as small
    from public.evidence_files where state = 'kept' order by upload_id`);
  const files = rows.map(({ upload_id, folder, type, small }): NewFile => {
    const [name, content_type] = type.startsWith("image/")
      ? (["jpg", "image/jpeg"] as const)
      : (["pdf", "application/pdf"] as const);
    const stem = `${folder}/${randomUUID()}`;
    const thumbnail_path = small ? `${stem}.thumb.jpg` : null;
    return { upload_id, new_id: randomUUID(), file_path: `${stem}.${name}`, thumbnail_path, content_type };
  });
  const described = files.map((file) => {
    const [bytes, thumbnail] = [bytesOf(file), file.thumbnail_path ? thumbnailOf(file) : null];
    return {
      ...file,
      file_name: file.content_type === "image/jpeg" ? "photo.jpg" : "document.pdf",
      ...{ size: bytes.length, sha256: hashOf(bytes) },
      ...{
        thumbnail_size: thumbnail?.length ?? null,
        thumbnail_sha256: thumbnail ? hashOf(thumbnail) : null,
      },
    };
  });
  await client.query(
    "insert into anonymous.files select * from jsonb_populate_recordset(null::anonymous.files, $1::jsonb)",
    [JSON.stringify(described)],
  );
  return files;
}

/** Stores the new files in the Storage of the copy. @throws StackError when Storage refuses a file. */
export async function storeFiles(
  project: Project,
  files: readonly NewFile[],
  signal: AbortSignal,
): Promise<void> {
  await forEach(files, async (file) => {
    signal.throwIfAborted();
    await storeFileOf(project, file.file_path, bytesOf(file), file.content_type);
    if (file.thumbnail_path) await storeFileOf(project, file.thumbnail_path, thumbnailOf(file), "image/jpeg");
  });
}
