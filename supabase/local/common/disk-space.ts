/**
 * Watches the free space of DATA_DIR. Postgres stops on a full disk, and signing in writes to the database, so no
 * administrator could sign in to see the reason. Therefore the stack refuses changes while little space is left, and
 * keeps a reserve: a file that it deletes when other programs fill the disk.
 */
import { randomBytes } from "node:crypto";
import { open, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

/** Limits for the free disk space and for the reserve, in bytes. */
export interface DiskLimits {
  /**
   * If less space than this is free, the disk is considered full. Larger than `reserve`, so that the disk is still
   * considered full after the reserve is deleted.
   */
  full: number;
  /** Size of the reserve, the file that is deleted on a full disk: four WAL segments of Postgres. */
  reserve: number;
  /** The reserve is deleted if less space than this is free. Postgres needs this much space to start. */
  release: number;
}

export const diskLimits: DiskLimits = { full: 200 * 2 ** 20, reserve: 64 * 2 ** 20, release: 32 * 2 ** 20 };

/** Name of the reserve, a file in DATA_DIR. */
export const reserveFile = "disk-reserve";

/** Interval between two checks, in milliseconds. */
const pause = 1000;
const chunk = 2 ** 20;
const fillRandomly = promisify(randomBytes);

/**
 * Returns the free bytes of the disk of DATA_DIR. If the database or the stored files are on separate disks, returns
 * the free bytes of the disk that has the least.
 */
export async function readFreeSpace(dataDir: string): Promise<number> {
  const folders = [dataDir, path.join(dataDir, "postgres"), path.join(dataDir, "storage")];
  const free = await Promise.all(folders.map((folder) => freeIn(folder).catch(() => Infinity)));
  return Math.min(...free);
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Free space of a DATA_DIR, and its reserve. */
export class DiskSpace {
  /** True if less than `limits.full` was free at the last check. */
  isFull = false;
  private readonly dataDir: string;
  private readonly limits: DiskLimits;
  private timer: NodeJS.Timeout | null = null;

  constructor(dataDir: string, limits: DiskLimits = diskLimits) {
    this.dataDir = dataDir;
    this.limits = limits;
  }

  /**
   * Measures the free space, and deletes the reserve if hardly any space is left. The stack calls this when it starts,
   * before it writes its own files.
   */
  async check(log: (line: string) => void = () => undefined): Promise<void> {
    const { full, release } = this.limits;
    const free = await freeIn(this.dataDir);
    if (free < release && (await this.reserved()) > 0) {
      await rm(this.reserve);
      log("! The disk is full. The disk reserve was deleted, so that administrators can sign in.");
    }
    const left = await readFreeSpace(this.dataDir);
    if (left < full !== this.isFull) {
      this.isFull = left < full;
      log(this.isFull ? "! The disk is full: changes are refused" : "· The disk has enough space again");
    }
  }

  /** Checks the disk each second, and writes the reserve when there is space for it. */
  watch(log: (line: string) => void): void {
    const next = async () => {
      await this.check(log)
        .then(() => this.fillReserve())
        .catch(() => undefined);
      if (this.timer) this.timer = setTimeout(next, pause).unref();
    };
    this.timer = setTimeout(next, 0).unref();
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  /** Writes the reserve, unless it exists or writing it would make the disk full. */
  async fillReserve(): Promise<void> {
    const { full, reserve } = this.limits;
    if ((await this.reserved()) >= reserve || (await freeIn(this.dataDir)) < full + reserve) return;
    const file = await open(this.reserve, "w", 0o600);
    try {
      // Write random bytes, because a file system that compresses would allocate no space for zeros.
      for (let size = 0; size < reserve; size += chunk) await file.write(await fillRandomly(chunk));
      await file.sync();
    } finally {
      await file.close();
    }
  }

  private get reserve(): string {
    return path.join(this.dataDir, reserveFile);
  }

  /**
   * Returns the size of the reserve, or 0 if the file does not exist. The file is smaller than it should be if an
   * earlier process was killed while writing it.
   */
  private reserved(): Promise<number> {
    return stat(this.reserve).then(
      ({ size }) => size,
      () => 0,
    );
  }
}
