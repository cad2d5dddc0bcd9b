/**
 * A folder of backups. File contents are stored in `objects/` as pieces named by their SHA-256, so that unchanged files
 * need no new copy. Each backup has a manifest, which lists its files and the pieces of each file. The manifest is
 * written last. A backup without a manifest was interrupted and is ignored.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { ifExists } from "../common/if-exists.ts";
import { interruption } from "../common/interruption.ts";
import { createFolder } from "../common/new-folder.ts";
import { claimDataDir } from "../common/processes.ts";
import { replaceFile, syncFolder } from "../common/replace-file.ts";
import { StackError } from "../common/stack-error.ts";
import type { Proof } from "./proof.ts";

/**
 * Size of a piece in bytes. It is larger than the biggest file in Storage. Each stored file is thus a single piece,
 * named by the hash of the file.
 */
const pieceSize = 32 * 2 ** 20;

export interface BackupFile {
  size: number;
  /** SHA-256 of each piece of the file, in the order of its content. */
  pieces: string[];
  /** Media type; only set for files that are restored to Storage. */
  type?: string;
  /**
   * Text that changes whenever the file changes, such as its size and time. If the text is the same at the next backup,
   * the file is unchanged and need not be read. Absent for a file that every backup must read.
   */
  mark?: string;
}

/**
 * Manifest of a backup: what was backed up, the files by path, and the numbers of rows (`proof`) with which a restored
 * database is compared.
 */
export interface Manifest {
  /** cluster: the files of a DATA_DIR. rows: the rows and files of a Supabase project, read through its URLs. */
  kind: "cluster" | "rows";
  /** Time at which the backup was complete (ISO 8601). */
  madeAt: string;
  /** Version of the product that made the backup. */
  release: string;
  /** Versions of the migrations applied to the database, oldest first. */
  migrations: string[];
  proof: Proof;
  /** Current value of each sequence, by its name. Only backups of kind `rows` have this field. */
  sequences?: Record<string, string>;
  files: Record<string, BackupFile>;
  /** Paths of the folders that are empty. */
  folders: string[];
}

export interface MadeBackup {
  /** Name of the backup in its folder. */
  name: string;
  manifest: Manifest;
  /** Paths of the files of the bucket `evidence` that the database knows, but that were not found. */
  missing: string[];
}

/** Thrown if the bytes of a file in a backup no longer match their hash. */
export class DamagedFileError extends Error {}

/** Pattern for the names of manifests, which are the names of the backups. */
export const manifestName = /^\d{8}T\d{9}Z\.json$/;
const nameOf = (madeAt: string): string => `${madeAt.replaceAll(/[-:.]/g, "")}.json`;
const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

export class BackupFolder {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Locks the folder, so that only one backup is written to it at a time.
   * @returns A function that releases the lock.
   * @throws StackError when another backup is being written to the folder.
   */
  async claim(): Promise<() => Promise<void>> {
    await createFolder(this.folder, 0o700);
    const claim = await claimDataDir(this.folder).catch((error: unknown) => {
      if (!(error instanceof StackError)) throw error;
      throw new StackError(
        `Another backup is being written to ${this.folder}. Wait until it has ended, or name another folder.`,
      );
    });
    return () => claim.release();
  }

  /** Lists the names of the complete backups, oldest first. */
  async names(): Promise<string[]> {
    const found = (await ifExists(readdir(this.folder))) ?? [];
    return found.filter((name) => manifestName.test(name)).sort();
  }

  /**
   * Reads the manifest of the newest backup; null if there is no backup.
   * @throws StackError when its manifest is damaged.
   */
  async newest(): Promise<Manifest | null> {
    const name = (await this.names()).at(-1);
    return name === undefined ? null : this.read(name);
  }

  /**
   * Reads the manifest of a backup.
   * @throws StackError when the backup does not exist or its manifest is damaged.
   */
  async read(name: string): Promise<Manifest> {
    const file = path.join(this.folder, name);
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") throw new StackError(`There is no backup ${file}.`);
      throw error;
    });
    // The first line of a manifest is the digest of the remaining text.
    const [digest = "", body = ""] = [text.slice(0, 64), text.slice(65)];
    if (digest !== digestOf(body)) {
      const others = (await this.names()).filter((other) => other !== name);
      throw new StackError(
        `${file} is damaged: its content does not match its digest. ` +
          (others.length > 0
            ? `Other backups in this folder: ${others.join(", ")}.`
            : "This folder has no other backup."),
      );
    }
    return JSON.parse(body);
  }

  /**
   * Writes the manifest of a backup, after its files have been added.
   * @returns Name of the backup.
   */
  async write(manifest: Manifest): Promise<string> {
    const body = JSON.stringify(manifest);
    const name = nameOf(manifest.madeAt);
    await this.syncPieces();
    await replaceFile(path.join(this.folder, name), `${digestOf(body)}\n${body}`);
    return name;
  }

  /**
   * Adds the current content of a file.
   * @param linked True to hard-link the file instead of copying it, if the file and the backup are on the same disk.
   * Only for files that are never modified in place.
   * @returns The file's entry for the manifest; null if the file no longer exists.
   */
  async add(file: string, mark?: string, linked = false): Promise<BackupFile | null> {
    const source = await ifExists(open(file));
    if (!source) return null;
    try {
      const pieces: string[] = [];
      const { size: length } = await source.stat();
      const from = linked && length <= pieceSize ? file : undefined;
      const buffer = Buffer.allocUnsafe(Math.min(pieceSize, length + 1));
      let size = 0;
      for (let piece = await fill(source, buffer); piece.length > 0; piece = await fill(source, buffer)) {
        pieces.push(await this.addPiece(piece, from));
        size += piece.length;
      }
      return { size, pieces, ...(mark === undefined ? {} : { mark }) };
    } finally {
      await source.close();
    }
  }

  async addBytes(bytes: Uint8Array, mark?: string): Promise<BackupFile> {
    const pieces: string[] = [];
    for (let at = 0; at < bytes.length; at += pieceSize)
      pieces.push(await this.addPiece(bytes.subarray(at, at + pieceSize)));
    return { size: bytes.length, pieces, ...(mark === undefined ? {} : { mark }) };
  }

  /** Adds the content of a stream, split into pieces. */
  async addStream(stream: AsyncIterable<Uint8Array>): Promise<BackupFile> {
    const pieces: string[] = [];
    let waiting: Uint8Array[] = [];
    let length = 0;
    let size = 0;
    const flush = async () => {
      if (length > 0) pieces.push(await this.addPiece(Buffer.concat(waiting)));
      size += length;
      [waiting, length] = [[], 0];
    };
    for await (const part of stream) {
      waiting.push(part);
      length += part.length;
      if (length >= pieceSize) await flush();
    }
    await flush();
    return { size, pieces };
  }

  /** Checks whether the folder has all pieces of a file. */
  has({ pieces }: BackupFile): boolean {
    return pieces.every((piece) => existsSync(this.fileOf(piece)));
  }

  /**
   * Reads the bytes of a file, piece by piece.
   * @throws DamagedFileError when a piece is missing, or its bytes do not match its hash.
   */
  async *bytes({ pieces }: BackupFile): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      interruption.throwIfAborted();
      const file = this.fileOf(piece);
      const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
        throw new DamagedFileError(
          error.code === "ENOENT" ? `${file} is missing` : `${file} cannot be read: ${error.message}`,
        );
      });
      if (createHash("sha256").update(bytes).digest("hex") !== piece)
        throw new DamagedFileError(`${file} is damaged`);
      yield bytes;
    }
  }

  /**
   * Removes all but the newest `keep` backups, and the pieces that no remaining backup uses.
   * @returns Names of the removed backups.
   */
  async keepNewest(keep: number): Promise<string[]> {
    const release = await this.claim();
    try {
      return await this.prune(keep);
    } finally {
      await release();
    }
  }

  private async prune(keep: number): Promise<string[]> {
    const names = await this.names();
    const gone = names.slice(0, Math.max(0, names.length - keep));
    const used = new Set<string>();
    for (const name of names.slice(gone.length)) {
      for (const { pieces } of Object.values((await this.read(name)).files))
        for (const piece of pieces) used.add(piece);
    }
    for (const name of gone) await rm(path.join(this.folder, name));
    if (gone.length === 0) return gone;
    const objects = path.join(this.folder, "objects");
    for (const folder of await readdir(objects)) {
      for (const name of await readdir(path.join(objects, folder)))
        if (!used.has(name)) await rm(path.join(objects, folder, name));
    }
    return gone;
  }

  private async addPiece(bytes: Uint8Array, from?: string): Promise<string> {
    interruption.throwIfAborted();
    const name = createHash("sha256").update(bytes).digest("hex");
    const file = this.fileOf(name);
    // If the stored piece has a different length, a full disk has truncated the piece. Write the piece again.
    if (statSync(file, { throwIfNoEntry: false })?.size === bytes.length) return name;
    if (from === undefined || !(await this.link(from, file))) await this.put(file, bytes);
    return name;
  }

  private async link(from: string, file: string): Promise<boolean> {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return link(from, file).then(
      () => true,
      () => false,
    );
  }

  /**
   * Syncs the folders of the pieces to the disk, so that no manifest lists a piece that a power failure has removed.
   */
  private async syncPieces(): Promise<void> {
    const objects = path.join(this.folder, "objects");
    const folders = (await ifExists(readdir(objects))) ?? [];
    for (const folder of folders) await syncFolder(path.join(objects, folder));
    if (folders.length > 0) await syncFolder(objects);
  }

  /** Writes to a temporary file, syncs it and renames it, so that no partial file can remain. */
  private async put(file: string, bytes: Uint8Array): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const draft = `${file}.${randomUUID()}`;
    try {
      const handle = await open(draft, "wx", 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  private fileOf(piece: string): string {
    return path.join(this.folder, "objects", piece.slice(0, 2), piece);
  }
}

/** Reads until the buffer is full or the file ends. */
async function fill(source: FileHandle, buffer: Buffer): Promise<Buffer> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await source.read(buffer, length, buffer.length - length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
}

/**
 * Calls `work` for each item, with at most four calls at a time. After an error or a signal to the process, starts no
 * further call, waits for the running calls, and throws.
 */
export async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async () => {
    for (let next = queue.next(); !next.done && failures.length === 0; next = queue.next()) {
      interruption.throwIfAborted();
      await work(next.value);
    }
  };
  await Promise.all(
    Array.from({ length: 4 }, () => worker().catch((error: unknown) => failures.push(error))),
  );
  if (failures.length > 0) throw failures[0];
}
