/**
 * Stores the outbox and the files of drafts, encrypted, in the browser's database. A promise resolves only when the
 * data is on disk, so that the data survives a crash. All tabs are notified of every change.
 */
import type { IDBPTransaction } from "idb";
import { type OfflineDatabase, offlineDatabase } from "../offline/database.ts";
import { open, openBytes, seal, sealBytes } from "../offline/seal.ts";
import type { Entry } from "./entry.ts";
import { notifyOutboxChanged } from "./outbox-news.ts";

/** The file of an entry or of a draft, and its thumbnail. */
export interface EntryFile {
  file: Blob;
  thumbnail: Blob | null;
}

type Writing = IDBPTransaction<OfflineDatabase, ("entries" | "files")[], "readwrite">;

/** Writes entries and their files, and notifies all tabs. */
async function writeEntries<Result>(work: (tx: Writing) => Promise<Result>): Promise<Result> {
  const result = await write(work);
  notifyOutboxChanged();
  return result;
}

async function write<Result>(work: (tx: Writing) => Promise<Result>): Promise<Result> {
  const database = await offlineDatabase();
  const tx = database.transaction(["entries", "files"], "readwrite", { durability: "strict" });
  try {
    const result = await work(tx);
    await tx.done;
    return result;
  } catch (problem) {
    // Ignore a rejection of `tx.done`, because `problem` is thrown instead.
    tx.done.catch(() => undefined);
    try {
      tx.abort();
    } catch {
      // The transaction has already ended, so there is nothing to abort.
    }
    throw problem;
  }
}

const stored = (entry: Entry) => ({
  id: entry.id,
  userId: entry.userId,
  order: entry.order,
  sealed: seal(entry.userId, entry),
});

/** Returns the user's entries, oldest first. Entries that can't be decrypted are left out. */
export async function readEntries(userId: string): Promise<Entry[]> {
  const database = await offlineDatabase();
  const found = await database.getAllFromIndex("entries", "userId", userId);
  return found
    .flatMap(({ sealed }) => {
      try {
        return [open<Entry>(userId, sealed)];
      } catch {
        return [];
      }
    })
    .sort((one, other) => one.order - other.order);
}

/**
 * Adds an entry at the end of the queue, or replaces the entry with its id.
 * @param content File of the entry. Left out for a row, and for a file that a draft already stores.
 * @throws DOMException QuotaExceededError if the browser's storage is full; NoOfflineKey; Error if the file is missing.
 */
export async function putEntry(entry: Omit<Entry, "order">, content?: EntryFile): Promise<void> {
  const file = content && (await sealedFile(entry, content));
  await writeEntries(async (tx) => {
    const [entries, files] = [tx.objectStore("entries"), tx.objectStore("files")];
    const former = await entries.get(entry.id);
    const last = await entries.index("order").openKeyCursor(null, "prev");
    const order = former?.order ?? Math.max(Date.now(), Number(last?.key ?? 0) + 1);
    await entries.put(stored({ ...entry, order }));
    if (file) await files.put(file);
    else if (entry.work.kind === "file" && !(await files.getKey(entry.id)))
      throw new Error(`${entry.title} is no longer stored on this computer. Choose it again.`);
  });
}

/** Changes an entry if it still exists. Returns the changed entry. */
export const changeEntry = (
  userId: string,
  id: string,
  change: (entry: Entry) => Entry,
): Promise<Entry | null> =>
  writeEntries(async (tx) => {
    const entries = tx.objectStore("entries");
    const found = await entries.get(id);
    if (!found) return null;
    const changed = change(open<Entry>(userId, found.sealed));
    await entries.put(stored(changed));
    // The server has stored the file. Remove the copy in this browser.
    if (changed.state === "sent") await tx.objectStore("files").delete(id);
    return changed;
  });

/** Removes entries with their files. Returns a function that restores the removed entries and files. */
export async function removeEntries(ids: readonly string[]): Promise<() => Promise<void>> {
  const removed = await writeEntries(async (tx) => {
    const [entries, files] = [tx.objectStore("entries"), tx.objectStore("files")];
    const found = await Promise.all(
      ids.map(async (id) => [await entries.get(id), await files.get(id)] as const),
    );
    await Promise.all(ids.flatMap((id) => [entries.delete(id), files.delete(id)]));
    return found;
  });
  return () =>
    writeEntries(async (tx) => {
      for (const [entry, file] of removed) {
        if (entry) await tx.objectStore("entries").put(entry);
        if (file) await tx.objectStore("files").put(file);
      }
    });
}

/**
 * Stores the file of a draft under the id of its upload. The outbox entry of the file later gets this id.
 * @throws like putEntry
 */
export async function putFile(userId: string, id: string, content: EntryFile): Promise<void> {
  const file = await sealedFile({ id, userId }, content);
  await write((tx) => tx.objectStore("files").put(file));
}

/** Returns the ids of the uploads whose files are stored. */
export const storedFiles = async (userId: string): Promise<ReadonlySet<string>> =>
  new Set(await (await offlineDatabase()).getAllKeysFromIndex("files", "userId", userId));

/** Removes the user's files that belong to no entry and to none of the given uploads. */
export const removeLostFiles = (userId: string, uploads: ReadonlySet<string>): Promise<void> =>
  write(async (tx) => {
    const [entries, files] = [tx.objectStore("entries"), tx.objectStore("files")];
    for (const id of await files.index("userId").getAllKeys(userId))
      if (!uploads.has(id) && (await entries.getKey(id)) === undefined) await files.delete(id);
  });

/** Returns the file of an entry or of a draft, by the id of the upload; null if the file is missing. */
export async function readFile(userId: string, id: string): Promise<EntryFile | null> {
  const found = await (await offlineDatabase()).get("files", id);
  if (!found) return null;
  const bytes = openBytes(userId, found.sealed);
  const [fileSize = 0, thumbnailSize = 0] = new Uint32Array(bytes.slice(0, headBytes).buffer);
  const [fileEnd, end] = [headBytes + fileSize, headBytes + fileSize + thumbnailSize];
  return {
    file: new Blob([bytes.subarray(headBytes, fileEnd)]),
    thumbnail: thumbnailSize > 0 ? new Blob([bytes.subarray(fileEnd, end)], { type: "image/jpeg" }) : null,
  };
}

/**
 * Number of bytes in front of a stored file. They are two 32-bit numbers: the sizes of the file and of its thumbnail.
 */
const headBytes = 8;

async function sealedFile({ id, userId }: Pick<Entry, "id" | "userId">, { file, thumbnail }: EntryFile) {
  const parts = [file, ...(thumbnail ? [thumbnail] : [])];
  const head = new Uint32Array([file.size, thumbnail?.size ?? 0]);
  const bytes = new Uint8Array(await new Blob([head, ...parts]).arrayBuffer());
  return { id, userId, sealed: sealBytes(userId, bytes) };
}
