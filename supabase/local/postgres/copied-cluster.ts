/**
 * A cluster that was copied while its server ran. The files of such a copy are of different moments, and Postgres, which
 * takes it for one that was cut off, would begin at the last checkpoint: what was copied before that would be lost without
 * a word. So the copy begins at the oldest checkpoint from which the log (WAL) is kept, as a base backup does, and is
 * refused where the log ends before what is in its pages. The server keeps half a gigabyte of log for this (postgres.ts),
 * and notes its checkpoints in logs/postgres.log.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { folderIdentity } from "../common/folder-identity.ts";
import { identityOf } from "../common/processes.ts";
import { StackError } from "../common/stack-error.ts";
import { type ClusterPlace, everythingIn, hasCluster } from "./cluster-place.ts";

/** A place in the log, in bytes since its beginning. */
type Position = bigint;

interface Checkpoint {
  at: Position;
  /** Where recovery begins. */
  redo: Position;
  /** When it was complete, in milliseconds. */
  time: number;
}

const pageSize = 8192;
const segmentSize = 16n * 2n ** 20n;

/**
 * Sees whether a cluster was copied while its server ran, and if so prepares its recovery. Call it before the server
 * starts, and what it returns once the server has been started: that waits for the recovery and judges it.
 * @throws StackError when the copy is not whole.
 */
export async function openCopied(place: ClusterPlace, logs: string): Promise<() => Promise<void>> {
  const startedIn = path.join(place.data, "started-in");
  // Left by a copy that was refused, or whose judgement was cut off: its log has gone on since.
  const judged = path.join(place.data, "copied-while-running");
  const note = async () => {
    await writeFile(startedIn, folderIdentity(place.data), { mode: 0o600 });
    await rm(judged, { force: true });
  };
  if (!hasCluster(place.data)) return note;
  if (existsSync(judged)) throw notWhole(place, "it was refused before");
  const before = await readFile(startedIn, "utf8").catch(() => null);
  if (before === null || before === folderIdentity(place.data) || wasStopped(place)) return note;
  // A base backup brings its own.
  const label = path.join(place.data, "backup_label");
  if (existsSync(label)) return note;

  const begin = await oldestCheckpoint(place, logs);
  const end = await lastPosition(place);
  await writeFile(judged, "");
  if (begin) await writeFile(label, backupLabel(begin), { mode: 0o600 });
  return async () => {
    if (!(await hasRecovered(place))) throw notWhole(place, "Postgres cannot make it whole");
    if (readControl(place).redo < end) throw notWhole(place, "the end of what was being written is missing");
    await note();
  };
}

function notWhole({ data }: ClusterPlace, reason: string): StackError {
  return new StackError(
    `${data} is a copy of a running system that is not whole: ${reason}. The original is not harmed. Copy all of it ` +
      "again, into a new folder: while less is written, or best while it is stopped.",
  );
}

/** A copy of a stopped cluster: as any other that is started. */
function wasStopped(place: ClusterPlace): boolean {
  const shutDown = 1;
  return readControl(place).state === shutDown && !existsSync(path.join(place.data, "postmaster.pid"));
}

/** From Postgres' ControlFileData, whose first fields have not changed for many versions. */
function readControl({ data }: ClusterPlace) {
  const bytes = readFileSync(path.join(data, "global/pg_control"));
  return {
    state: bytes.readInt32LE(16),
    // In whole seconds: the end of that second.
    time: Number(bytes.readBigInt64LE(24)) * 1000 + 1000,
    at: bytes.readBigUInt64LE(32),
    redo: bytes.readBigUInt64LE(40),
  };
}

/**
 * The oldest noted checkpoint from which the log is still kept; null where none is noted, and recovery begins
 * as after a crash.
 * @throws StackError when the copy was begun before it.
 */
async function oldestCheckpoint(place: ClusterPlace, logs: string): Promise<Checkpoint | null> {
  const control = readControl(place);
  const segments = new Set(await readdir(path.join(place.data, "pg_wal")));
  const isRetained = ({ redo }: Checkpoint): boolean =>
    redo <= control.redo && segments.has(segmentName(redo / segmentSize));
  const noted = (await notedCheckpoints(logs))
    .filter(isRetained)
    .sort((a, b) => (a.redo < b.redo ? -1 : 1))[0];
  // A folder is made before what is copied into it.
  const begun = statSync(place.data).birthtimeMs;
  if (begun > 0 && (noted?.time ?? control.time) > begun) {
    throw notWhole(place, "more was written meanwhile than the log keeps");
  }
  return noted ?? null;
}

/** What the server has noted of its checkpoints, in the log file and the one before it. */
async function notedCheckpoints(logs: string): Promise<Checkpoint[]> {
  const files = ["postgres.log.1", "postgres.log"].map((name) => path.join(logs, name));
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")));
  const line =
    /^(\S+ \S+) UTC .*checkpoint complete: .* lsn=([0-9A-F]+\/[0-9A-F]+), redo lsn=([0-9A-F]+\/[0-9A-F]+)/gm;
  return [...texts.join("\n").matchAll(line)].map(([, time = "", at = "", redo = ""]) => ({
    at: position(at),
    redo: position(redo),
    time: Date.parse(`${time.replace(" ", "T")}Z`),
  }));
}

const position = (written: string): Position => {
  const [high, low] = written.split("/").map((part) => BigInt(`0x${part}`));
  return ((high ?? 0n) << 32n) + (low ?? 0n);
};
const hex = (n: bigint): string => n.toString(16).toUpperCase();
const writtenPosition = (at: Position): string => `${hex(at >> 32n)}/${hex(at & 0xffff_ffffn)}`;

/** The cluster has one timeline: it is no standby, and restores no archive. */
function segmentName(segment: bigint): string {
  const perFile = 2n ** 32n / segmentSize;
  return [1n, segment / perFile, segment % perFile].map((part) => hex(part).padStart(8, "0")).join("");
}

/** As pg_backup_stop writes it, but for a backup whose end nobody has noted. */
function backupLabel({ at, redo, time }: Checkpoint): string {
  return [
    `START WAL LOCATION: ${writtenPosition(redo)} (file ${segmentName(redo / segmentSize)})`,
    `CHECKPOINT LOCATION: ${writtenPosition(at)}`,
    "BACKUP METHOD: copied",
    "BACKUP FROM: primary",
    `START TIME: ${new Date(time).toISOString()}`,
    "LABEL: copy of a running system",
    "START TIMELINE: 1",
    "",
  ].join("\n");
}

/** The latest change that is in any page, which the log must reach; each page begins with the position of its last one. */
async function lastPosition(place: ClusterPlace): Promise<Position> {
  let last = readControl(place).at;
  const chunk = Buffer.alloc(128 * pageSize);
  for (const folder of ["base", "global"]) {
    for (const name of await everythingIn(path.join(place.data, folder))) {
      if (!/^\d+(_vm|_fsm|_init)?(\.\d+)?$/.test(path.basename(name)) || statSync(name).isDirectory())
        continue;
      const file = await open(name);
      try {
        for (let read = await fill(file, chunk); read > 0; read = await fill(file, chunk)) {
          for (let at = 0; at + 8 <= read; at += pageSize) {
            const page = (BigInt(chunk.readUInt32LE(at)) << 32n) + BigInt(chunk.readUInt32LE(at + 4));
            if (page > last) last = page;
          }
        }
      } finally {
        await file.close();
      }
    }
  }
  return last;
}

const fill = async (file: Awaited<ReturnType<typeof open>>, chunk: Buffer): Promise<number> =>
  (await file.read(chunk, 0, chunk.length)).bytesRead;

/** Waits until the server is ready; false when it ends before. Its file says either. */
async function hasRecovered({ data }: ClusterPlace): Promise<boolean> {
  for (;;) {
    const lines = (await readFile(path.join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
    if (lines[7]?.trim() === "ready") return true;
    if (identityOf(Number(lines[0])) === null) return false;
    await sleep(50);
  }
}
