/**
 * A folder of backups. The bytes of every file lie in `objects/`, in pieces named by their SHA-256, so that what has not
 * changed since the backup before is there already; a backup is a manifest beside them, which says of which pieces its
 * files consist. The manifest is written last: what was interrupted left pieces, and no backup.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { type FileHandle, link, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { ifThere } from "../common/if-there.ts";
import { claimDataDir } from "../common/processes.ts";
import { StackError } from "../common/stack-error.ts";
import type { Proof } from "./proof.ts";

/** Bytes of a piece, more than Storage takes for one file: such a file is one piece, named by the hash of its content. */
const pieceSize = 32 * 2 ** 20;

export interface BackupFile {
  size: number;
  /** SHA-256 of its pieces, in order. */
  pieces: string[];
  /** Media type, where the place that it goes back to wants to know it. */
  type?: string;
  /** By what a later backup tells, without reading it, that it has not changed; absent where it is always read. */
  mark?: string;
}

/** A backup: what it is of, its files by their paths in it, and what proves that they belong together. */
export interface Manifest {
  /** cluster: the files of a DATA_DIR. rows: the rows and files of a Supabase project, read by its addresses. */
  kind: "cluster" | "rows";
  /** When it was complete (ISO 8601). */
  madeAt: string;
  /** Version of the product that made it. */
  release: string;
  /** Versions of the migrations that its database has, oldest first. */
  migrations: string[];
  proof: Proof;
  /** Where sequences stand, by name; with rows alone. */
  sequences?: Record<string, string>;
  files: Record<string, BackupFile>;
  /** Folders that are empty. */
  folders: string[];
}

/** A file of a backup whose bytes are not what they were. */
export class Damaged extends Error {}

const manifestName = /^\d{8}T\d{9}Z\.json$/;
const nameOf = (madeAt: string): string => `${madeAt.replaceAll(/[-:.]/g, "")}.json`;
const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

export class BackupFolder {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Takes the folder for one writer. @returns what gives it back.
   * @throws StackError when another backup is being written to it.
   */
  async claim(): Promise<() => Promise<void>> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const claim = await claimDataDir(this.folder).catch((error: unknown) => {
      if (!(error instanceof StackError)) throw error;
      throw new StackError(
        `Another backup is being written to ${this.folder}. Wait until it has ended, or name another folder.`,
      );
    });
    return () => claim.release();
  }

  /** Names of its whole backups, oldest first. */
  async names(): Promise<string[]> {
    const found = (await ifThere(readdir(this.folder))) ?? [];
    return found.filter((name) => manifestName.test(name)).sort();
  }

  /** The newest backup, null where there is none. @throws StackError when its manifest is damaged. */
  async newest(): Promise<Manifest | null> {
    const name = (await this.names()).at(-1);
    return name === undefined ? null : this.read(name);
  }

  /** @throws StackError when there is no such backup, or its manifest is not as it was written. */
  async read(name: string): Promise<Manifest> {
    const file = path.join(this.folder, name);
    const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") throw new StackError(`There is no backup ${file}.`);
      throw error;
    });
    // The digest stands in the first line, over all that follows.
    const [digest = "", body = ""] = [text.slice(0, 64), text.slice(65)];
    if (digest !== digestOf(body)) {
      const others = (await this.names()).filter((other) => other !== name);
      throw new StackError(
        `${file} is damaged: it is not as it was written. ` +
          (others.length > 0
            ? `Other backups in this folder: ${others.join(", ")}.`
            : "There is no other backup here."),
      );
    }
    return JSON.parse(body);
  }

  /** Makes a backup of the files that have been added. @returns its name. */
  async write(manifest: Manifest): Promise<string> {
    const body = JSON.stringify(manifest);
    const name = nameOf(manifest.madeAt);
    await this.put(path.join(this.folder, name), Buffer.from(`${digestOf(body)}\n${body}`));
    return name;
  }

  /**
   * Adds a file as it is now. @returns null when it is gone.
   * @param linked it is never changed, only replaced: on the same disk, its piece is the file itself.
   */
  async add(file: string, mark?: string, linked = false): Promise<BackupFile | null> {
    const source = await ifThere(open(file));
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

  /** Adds what comes, in whatever parts. */
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

  /** Whether all the pieces of a file are here. */
  has({ pieces }: BackupFile): boolean {
    return pieces.every((piece) => existsSync(this.fileOf(piece)));
  }

  /** The bytes of a file, piece by piece. @throws Damaged where they are not what they were. */
  async *bytes({ pieces }: BackupFile): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      const file = this.fileOf(piece);
      const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
        throw new Damaged(
          error.code === "ENOENT" ? `${file} is missing` : `${file} cannot be read: ${error.message}`,
        );
      });
      if (createHash("sha256").update(bytes).digest("hex") !== piece)
        throw new Damaged(`${file} has other bytes`);
      yield bytes;
    }
  }

  /** Removes all but the newest backups, and the pieces that none of these has. @returns the names of those removed. */
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
    const name = createHash("sha256").update(bytes).digest("hex");
    const file = this.fileOf(name);
    // What a full disk has cut off is written again.
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

  /** Written aside, put on the disk, and renamed: there is never half of it. */
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

/** Does work for each item, a few at a time. */
export async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}
