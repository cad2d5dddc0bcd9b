/** Puts a file into the outbox, which sends the file after its row is stored. */
import { newUuid } from "../http/uuid.ts";
import { type Entry, isLocalId, isUnsent } from "./entry.ts";
import { type EntryFile, putEntry, readEntries, readFile, storedFiles } from "./store.ts";

/** Record type of the files: its route, API path and noun. Each file becomes a row. */
export interface FileRecordType {
  route: string;
  path: string;
  noun: { one: string };
}

export interface KeptFile {
  /** Id of the upload, the same for every attempt. */
  uploadId: string;
  recordType: FileRecordType;
  fileName: string;
  /** Fields of the upload request, without the reference to the row. */
  fields: Readonly<Record<string, string>>;
  /** Field that refers to the file's row, and the row's id, which can be a local id. */
  owner: { field: string; id: number };
  /** File and thumbnail; undefined if they are stored already, with a draft. */
  content: EntryFile | undefined;
}

/**
 * Puts a file into the outbox. Resolves when the entry and the file are on disk. A file that a draft already stores is
 * not stored again. If another tab has saved the draft as another row, the given row gets its own copy of the file.
 * @throws like putEntry; Error if the file is missing, or if the entry of the row was deleted.
 */
export async function keepFile(userId: string, file: KeptFile): Promise<void> {
  const entries = await readEntries(userId);
  const { uploadId, fields, owner } = file;
  const former = entries.find(({ id }) => id === uploadId);
  if (former && !isOfRow(former, owner, entries)) {
    const own = newUuid();
    const content = file.content ?? (await readFile(userId, uploadId)) ?? undefined;
    const copied = { ...fields, upload_id: own, keep_duplicate: "Yes" };
    return keepFile(userId, { ...file, uploadId: own, fields: copied, content });
  }
  if (former?.state === "sent") return;
  const isStored = (await storedFiles(userId)).has(uploadId);
  await putEntry(entryOf(userId, file, entries), isStored ? undefined : file.content);
}

/** True if the entry of a file refers to the row, by its id or by its local id. */
function isOfRow(
  { work, needs }: Entry,
  { field, id }: KeptFile["owner"],
  entries: readonly Entry[],
): boolean {
  const row = entries.find((entry) => needs.some(({ entryId }) => entryId === entry.id));
  return (work.kind === "file" && work.fields[field] === String(id)) || row?.rowId === id;
}

function entryOf(
  userId: string,
  { uploadId, recordType, fileName, fields, owner }: KeptFile,
  entries: readonly Entry[],
): Omit<Entry, "order"> {
  const row = isLocalId(owner.id) ? entries.find(({ localId }) => localId === owner.id) : undefined;
  if (isLocalId(owner.id) && !(row && (isUnsent(row) || row.rowId !== null)))
    throw new Error("The entry to which this file belongs was deleted.");
  return {
    ...{ id: uploadId, userId, at: Date.now(), route: recordType.route, path: recordType.path },
    ...{ noun: recordType.noun.one, title: fileName },
    work: { kind: "file", fileName, fields: { ...fields, [owner.field]: String(owner.id) } },
    needs: row ? [{ entryId: row.id, field: owner.field }] : [],
    ...{ state: "waiting", problem: null, failures: 0, nextAt: 0, rowId: null, localId: null },
  };
}
