/**
 * DATA_DIR/logs/system.log: messages of the functions, the gateway and the stack itself, one line of JSON each, with
 * the time. An error message on the screen shows a request id, by which an administrator finds the entry here. A new
 * file starts each day and every 20 MB. The oldest files are removed: at most 30 files and 400 MB remain.
 */
import { mkdirSync } from "node:fs";
import path from "node:path";
import { createStream, type RotatingFileStream } from "rotating-file-stream";

export interface StackLog {
  /**
   * Writes a line of `part`, a component of the system such as `gateway`. A line that is already JSON, such as a line
   * of the edge functions, stays unchanged.
   */
  write(part: string, line: string | object): void;
  close(): Promise<void>;
}

/** Pause in milliseconds before a failed write, for example on a full disk, is retried. */
const pause = 10_000;

/**
 * Opens the log.
 * @param file Path of system.log. Older logs are in the same folder, as system-<day>-<number>.log.
 */
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
    // When the process starts, begin a new file if the existing file is of an earlier day.
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
