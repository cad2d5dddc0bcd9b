/**
 * The app's database in the browser (IndexedDB). All data that a user wrote or read is encrypted (seal.ts); only ids,
 * times and sizes are readable.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

interface Stored {
  userId: string;
  sealed: Uint8Array<ArrayBuffer>;
}

export interface OfflineDatabase extends DBSchema {
  /** Entries of the outbox (changes that wait to be sent), oldest first. */
  entries: {
    key: string;
    value: Stored & { id: string; order: number };
    indexes: { userId: string; order: number };
  };
  /** Files of outbox entries and drafts, by the id of the upload. */
  files: {
    key: string;
    value: Stored & { id: string };
    indexes: { userId: string };
  };
  /** Responses of the server that screens show without a connection, by query. */
  answers: {
    key: string;
    value: Stored & { id: string; at: number };
    indexes: { userId: string };
  };
  /** All rows of a record type in the user's own offices, by user and path. */
  rows: {
    key: string;
    value: Stored & { id: string; at: number };
    indexes: { userId: string };
  };
}

const name = "arbo-offline";
const version = 1;

let opened: Promise<IDBPDatabase<OfflineDatabase>> | undefined;

/** Opens the database. Rejects if the browser does not allow one. */
export function offlineDatabase(): Promise<IDBPDatabase<OfflineDatabase>> {
  opened ??= openDB<OfflineDatabase>(name, version, {
    upgrade(database, _from, _to, transaction) {
      for (const store of ["entries", "files", "answers", "rows"] as const)
        database.createObjectStore(store, { keyPath: "id" }).createIndex("userId", "userId");
      transaction.objectStore("entries").createIndex("order", "order");
    },
    // Close this connection, so that another tab with a newer version of the app can upgrade the database.
    blocking() {
      void opened?.then((database) => database.close());
      opened = undefined;
    },
    terminated: () => {
      opened = undefined;
    },
  }).catch((problem: unknown) => {
    opened = undefined;
    throw problem;
  });
  return opened;
}
