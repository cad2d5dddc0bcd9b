/** Keeps files in the outbox, because the server can't be reached or because their row is not stored yet. */
import { type Entry, isLocalId, isUnsent } from "./entry.ts";
import { type EntryFile, putEntries, readEntries, storedFiles } from "./store.ts";

/** Record type in which each file becomes a row: route, API path and noun. */
export interface FileRecordType {
  route: string;
  path: string;
  noun: { one: string };
}

export interface KeptFile {
  /** Id of the upload, which every attempt repeats. */
  uploadId: string;
  recordType: FileRecordType;
  fileName: string;
  /** Fields of the upload request. */
  fields: Readonly<Record<string, string>>;
  /** Field that refers to the file's row, and the id of that row, which can be a local id. */
  owner: { field: string; id: number };
  /** File and thumbnail; undefined if they are stored already, with a draft. */
  content: EntryFile | undefined;
}

/**
 * Resolves when the entries and the files are on disk. Doesn't store a file again that a draft has stored.
 * @throws like putEntries; Error if a file is missing, or if the entry of the row was deleted.
 */
export async function keepFiles(userId: string, files: readonly KeptFile[]): Promise<void> {
  const entries = await readEntries(userId);
  const stored = await storedFiles(userId);
  await putEntries(
    files.map((file) => {
      const content = stored.has(file.uploadId) ? undefined : file.content;
      return { entry: entryOf(userId, file, entries), content };
    }),
  );
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
