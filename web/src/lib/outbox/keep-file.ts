/** Keeps a file in the outbox, because the server can't be reached or because its row is not stored yet. */
import { isUnsent } from "./entry.ts";
import { type EntryFile, hasFile, putEntry, readEntries } from "./store.ts";

export interface KeptFile extends EntryFile {
  userId: string;
  /** Id of the upload, which every attempt repeats. */
  uploadId: string;
  /** Record type in which each file becomes a row: route, API path and noun. */
  type: { route: string; path: string; noun: { one: string } };
  fileName: string;
  fields: Readonly<Record<string, string>>;
  /** Field that refers to the file's row, and the local id of that row; null if the row is stored. */
  owner: { field: string; localId: number } | null;
}

/** Resolves when the entry and the file are on disk. If a draft has stored the file, it stays. @throws like putEntry */
export async function keepFile(kept: KeptFile): Promise<void> {
  const { userId, uploadId, type, fileName, fields, owner } = kept;
  const entries = await readEntries(userId);
  const needed = owner && entries.find(({ localId }) => localId === owner.localId);
  if (owner && !(needed && (isUnsent(needed) || needed.rowId !== null)))
    throw new Error("The entry to which this file belongs was deleted.");
  await putEntry(
    {
      ...{ id: uploadId, userId, at: Date.now(), route: type.route, path: type.path },
      ...{ noun: type.noun.one, title: fileName },
      work: { kind: "file", fileName, size: kept.file.size, fields },
      needs: owner && needed ? [{ entryId: needed.id, field: owner.field }] : [],
      ...{ state: "waiting", problem: null, failures: 0, nextAt: 0, rowId: null, localId: null },
    },
    (await hasFile(uploadId)) ? undefined : kept,
  );
}
