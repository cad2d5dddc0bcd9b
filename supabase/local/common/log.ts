/**
 * DATA_DIR/logs/system.log: what the functions, the gateway and the stack itself have to say, a line of JSON each, with its
 * time. Whoever is told a request id finds it there. A new file is begun each day and every 20 MB, and the oldest are
 * removed: at most 30, and 400 MB in all.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { createStream, type RotatingFileStream } from "rotating-file-stream";

export interface StackLog {
  /** A line of a part of the system; one that is JSON already, as the functions' are, is taken as it is. */
  write(part: string, line: string | object): void;
  close(): Promise<void>;
}

/** Milliseconds after which a log that could not be written, on a full disk say, is tried again. */
const pause = 10_000;

/** @param file system.log; the older ones lie beside it as system-<day>-<number>.log. */
export function openLog(file: string): StackLog {
  mkdirSync(path.dirname(file), { recursive: true });
  let stream: RotatingFileStream | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;
  const current = (): RotatingFileStream | null => {
    if (stream || Date.now() - failedAt < pause) return stream;
    const opened = open(file);
    opened.on("error", () => {
      failedAt = Date.now();
      if (stream === opened) stream = null;
    });
    stream = opened;
    return opened;
  };
  return {
    write: (part, line) => void current()?.write(`${asJson(part, line)}\n`),
    close: () =>
      new Promise((resolve) => {
        if (stream) stream.end(() => resolve());
        else resolve();
        stream = null;
        failedAt = Number.POSITIVE_INFINITY;
      }),
  };
}

function open(file: string): RotatingFileStream {
  const { dir, name, ext } = path.parse(file);
  const named = (time: Date | number | null, index?: number) =>
    time instanceof Date ? `${name}-${time.toISOString().slice(0, 10)}-${index}${ext}` : `${name}${ext}`;
  return createStream(named, {
    path: dir,
    size: "20M",
    interval: "1d",
    intervalUTC: true,
    // Also what a stopped system has left from another day.
    initialRotation: true,
    maxFiles: 30,
    maxSize: "400M",
    mode: 0o600,
  });
}

function asJson(part: string, line: string | object): string {
  if (typeof line === "string" && line.startsWith("{") && line.endsWith("}")) return line;
  const entry = typeof line === "string" ? { message: line } : line;
  return JSON.stringify({ time: new Date().toISOString(), level: "info", part, ...entry });
}
