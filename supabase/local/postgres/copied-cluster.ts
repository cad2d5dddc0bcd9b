/**
 * Opens a database cluster that was copied while its server ran. Its files are from different moments, so recovery from
 * the last checkpoint would lose changes to files that were copied early. Therefore recovery starts at the oldest
 * checkpoint whose WAL still exists. The copy is refused if its WAL ends before the newest change in its pages.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { folderIdentity } from "../common/folder-identity.ts";
import { identityOf } from "../common/processes.ts";
import { StackError } from "../common/stack-error.ts";
import { type ClusterPlace, hasCluster, listTree } from "./cluster-place.ts";

/** A WAL position, in bytes from the start of the WAL. */
type Position = bigint;

interface Checkpoint {
  at: Position;
  /** Position at which recovery starts. */
  redo: Position;
  /** Time at which the checkpoint was complete, in milliseconds. */
  time: number;
}

const pageSize = 8192;
const segmentSize = 16n * 2n ** 20n;

/**
 * Checks whether a cluster was copied while its server ran, and if so prepares its recovery. Call this before the
 * server starts. After the start, call the returned function, which waits for the recovery and checks the result.
 * @throws StackError when the copy is incomplete.
 */
export async function openCopiedCluster(place: ClusterPlace, logs: string): Promise<() => Promise<void>> {
  const startedIn = path.join(place.data, "started-in");
  // This file exists if the copy was refused, or if its check was interrupted. A server has run on this copy and has
  // written WAL, so the copy can't be checked again.
  const judged = path.join(place.data, "copied-while-running");
  const note = async () => {
    await writeFile(startedIn, folderIdentity(place.data), { mode: 0o600 });
    await rm(judged, { force: true });
  };
  if (!hasCluster(place.data)) return note;
  if (existsSync(judged)) throw incompleteCopy(place, "it was refused before");
  const before = await readFile(startedIn, "utf8").catch(() => null);
  if (before === null || before === folderIdentity(place.data) || wasStopped(place)) return note;
  // A restored base backup already has a backup label, so Postgres recovers it correctly.
  const label = path.join(place.data, "backup_label");
  if (existsSync(label)) return note;

  const begin = await oldestCheckpoint(place, logs);
  const end = await lastPosition(place);
  await writeFile(judged, "");
  if (begin) await writeFile(label, backupLabel(begin), { mode: 0o600 });
  return async () => {
    if (!(await hasRecovered(place))) throw incompleteCopy(place, "Postgres cannot recover it");
    if (readControl(place).redo < end) throw incompleteCopy(place, "the last part of the WAL is missing");
    await note();
  };
}

function incompleteCopy({ data }: ClusterPlace, reason: string): StackError {
  return new StackError(
    `${data} is an incomplete copy of a running system: ${reason}. The original is not affected. Copy all of it ` +
      "again into a new folder: while there are fewer writes, or better while the system is stopped.",
  );
}

/** Checks whether the cluster was shut down cleanly. A copy of a stopped cluster can be started like any other. */
function wasStopped(place: ClusterPlace): boolean {
  const shutDown = 1;
  return readControl(place).state === shutDown && !existsSync(path.join(place.data, "postmaster.pid"));
}

/** Reads Postgres' ControlFileData, whose first fields have not changed for many versions. */
function readControl({ data }: ClusterPlace) {
  const bytes = readFileSync(path.join(data, "global/pg_control"));
  return {
    state: bytes.readInt32LE(16),
    // pg_control has the time in whole seconds. Use the end of the second, so that the time is not too early.
    time: Number(bytes.readBigInt64LE(24)) * 1000 + 1000,
    at: bytes.readBigUInt64LE(32),
    redo: bytes.readBigUInt64LE(40),
  };
}

/**
 * Returns the oldest logged checkpoint whose WAL files still exist. Returns null if the log has none; recovery then
 * starts as after a crash.
 * @throws StackError if this checkpoint was completed after the copying began. Without a logged checkpoint, the last
 * checkpoint in pg_control is tested instead.
 */
async function oldestCheckpoint(place: ClusterPlace, logs: string): Promise<Checkpoint | null> {
  const control = readControl(place);
  const segments = new Set(await readdir(path.join(place.data, "pg_wal")));
  const isRetained = ({ redo }: Checkpoint): boolean =>
    redo <= control.redo && segments.has(segmentName(redo / segmentSize));
  const noted = (await notedCheckpoints(logs))
    .filter(isRetained)
    .sort((a, b) => (a.redo < b.redo ? -1 : 1))[0];
  // Compare with the creation time of the folder, because the copying cannot have started before that time.
  const begun = statSync(place.data).birthtimeMs;
  if (begun > 0 && (noted?.time ?? control.time) > begun) {
    throw incompleteCopy(place, "more was written during the copy than the WAL retains");
  }
  return noted ?? null;
}

/** Reads the checkpoints that the server has logged, from its current log file and the log file before that. */
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

/**
 * Returns the file name of a WAL segment. The timeline is always 1, because the cluster is not a standby and restores
 * no archive.
 */
function segmentName(segment: bigint): string {
  const perFile = 2n ** 32n / segmentSize;
  return [1n, segment / perFile, segment % perFile].map((part) => hex(part).padStart(8, "0")).join("");
}

/** Returns the text of a backup label. The label tells Postgres at which checkpoint the recovery must start. */
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

/**
 * Returns the newest WAL position of all pages, which the WAL must reach. Each page starts with the WAL position of its
 * last change.
 */
async function lastPosition(place: ClusterPlace): Promise<Position> {
  let last = readControl(place).at;
  const chunk = Buffer.alloc(128 * pageSize);
  for (const folder of ["base", "global"]) {
    for (const name of await listTree(path.join(place.data, folder))) {
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

/**
 * Returns true as soon as the server is ready, or false if the server exits before. Reads the server's process id and
 * state from its pid file.
 */
async function hasRecovered({ data }: ClusterPlace): Promise<boolean> {
  for (;;) {
    const lines = (await readFile(path.join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
    if (lines[7]?.trim() === "ready") return true;
    if (identityOf(Number(lines[0])) === null) return false;
    await sleep(50);
  }
}
