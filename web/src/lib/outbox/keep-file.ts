/** Keeps a file in the outbox, because the server can't be reached or because its row is not stored yet. */
import { isUnsent } from "./entry.ts";
import { type EntryFile, putEntry, readEntries } from "./store.ts";

export interface KeptFile extends EntryFile {
  userId: string;
  /** Id of the upload, which every attempt repeats. */
  uploadId: string;
  /** Record type of the files: route, path and noun. */
  screen: { route: string; path: string; noun: { one: string } };
  fileName: string;
  fields: Readonly<Record<string, string>>;
  /** Field that refers to the file's row, and the local id of that row; null if the row is stored. */
  owner: { field: string; localId: number } | null;
}

/** Resolves when the file is on disk. @throws like putEntry */
export async function keepFile(kept: KeptFile): Promise<void> {
  const { userId, uploadId, screen, fileName, fields, owner } = kept;
  const entries = await readEntries(userId);
  const needed = owner && entries.find(({ localId }) => localId === owner.localId);
  if (owner && !(needed && (isUnsent(needed) || needed.rowId !== null)))
    throw new Error("The entry to which this file belongs was deleted.");
  await putEntry(
    {
      ...{ id: uploadId, userId, at: Date.now(), route: screen.route, path: screen.path },
      ...{ noun: screen.noun.one, title: fileName },
      work: { kind: "file", fileName, size: kept.file.size, fields },
      needs: owner && needed ? [{ entryId: needed.id, field: owner.field }] : [],
      ...{ state: "waiting", problem: null, failures: 0, nextAt: 0, rowId: null, localId: null },
    },
    kept,
  );
}
