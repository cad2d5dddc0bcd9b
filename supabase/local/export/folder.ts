/**
 * The folder of an export. Files are written to a folder with a temporary name, which gets the wanted name when all of
 * them are complete. Only the owner can read the folder. SHA256SUMS lists every file in the format of `sha256sum -c`.
 */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { interruption } from "../common/interruption.ts";
import { makeFolder } from "../common/new-folder.ts";

export interface WrittenFile {
  sha256: string;
  bytes: number;
  /** Number of line feeds in the file. */
  lines: number;
}

const lineFeed = 0x0a;

export class ExportFolder {
  private readonly draft: string;
  private readonly sums: string[] = [];

  private constructor(draft: string) {
    this.draft = draft;
  }

  /**
   * Creates the folder, runs `work` with it, and writes SHA256SUMS.
   * @throws StackError when the folder exists, and errors of `work`. After an error, no folder remains.
   */
  static create<Result>(folder: string, work: (files: ExportFolder) => Promise<Result>): Promise<Result> {
    return makeFolder(folder, async (draft) => {
      const files = new ExportFolder(draft);
      const result = await work(files);
      await files.writeText("SHA256SUMS", `${files.sums.sort().join("\n")}\n`);
      return result;
    });
  }

  /**
   * Writes a file from a stream. Reads the stream only as fast as the disk can write.
   * @param name Path in the folder, with forward slashes.
   */
  async write(name: string, stream: Readable): Promise<WrittenFile> {
    interruption.throwIfAborted();
    const file = path.join(this.draft, name);
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    const hash = createHash("sha256");
    let [bytes, lines] = [0, 0];
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) lines++;
        done(null, chunk);
      },
    });
    await pipeline(stream, measure, createWriteStream(file, { flags: "wx", mode: 0o600, flush: true }));
    const sha256 = hash.digest("hex");
    this.sums.push(`${sha256}  ${name}`);
    return { sha256, bytes, lines };
  }

  writeText(name: string, text: string): Promise<WrittenFile> {
    return this.write(name, Readable.from([Buffer.from(text)]));
  }
}

/**
 * Returns a CSV file (RFC 4180) with a line of column names. Null is an empty field, and an empty text is two quotes.
 */
export function csvText(columns: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const field = (value: string | null): string =>
    value === null ? "" : value === "" || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  return [columns, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join("");
}
